"""Tests the page shop.html in Chromium: the standard library and chromedriver, nothing else."""

import functools, http.server, json, os, subprocess, sys, threading, time, urllib.parse, urllib.request


def wait_for(what, check):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if value := check():
            return value
        time.sleep(0.05)
    sys.exit(f"timeout: {what}")


def read_ready_file(server):
    assert server.poll() is None, "halyard has ended"
    if os.path.exists("ready.json"):
        return json.load(open("ready.json"))


class Browser:
    """A window of Chromium, by the protocol WebDriver."""

    def __init__(self):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True
        )
        self.url = None

    def open(self):
        port = next(line for line in self.driver.stdout if "successfully" in line).split()[-1]
        self.url = f"http://127.0.0.1:{port.rstrip('.')}/session"
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"]}
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options}}
        self.url += "/" + self.send("", {"capabilities": capabilities})["sessionId"]

    def send(self, path, body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode())
        return json.load(urllib.request.urlopen(request))["value"]

    def run(self, script):
        return self.send("/execute/sync", {"script": script, "args": []})

    def close(self):
        if self.url:
            urllib.request.urlopen(urllib.request.Request(self.url, method="DELETE"))
        self.driver.terminate()
        self.driver.wait()


# The pages are on another port than the server of the flags: pages of this machine may use it.
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=os.path.dirname(__file__))
pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
threading.Thread(target=pages.serve_forever, daemon=True).start()

halyard = os.environ.get("HALYARD", "halyard")
source = ["--source", "Features.json", "--workspace", "browser-test"]
server = subprocess.Popen(
    [halyard, "serve", *source, "--preset", "new-cart.json", "--listen", "0", "--ready-file", "ready.json"]
)
browser = None
try:
    flags = wait_for("ready.json", lambda: read_ready_file(server))["url"]
    browser = Browser()
    browser.open()

    def open_page(**parameters):
        query = urllib.parse.urlencode({"flags": flags, **parameters})
        browser.send("/url", {"url": f"http://127.0.0.1:{pages.server_port}/shop.html?{query}"})

    def shows(name, state):
        text = f"return document.getElementById({json.dumps(name)}).textContent"
        wait_for(f"{name}: {state}", lambda: browser.run(text) == state)

    # The preset forces the state of a flag.
    open_page()
    shows("New Cart", "on")
    shows("Express Pay", "off")

    # A change of another flag arrives by the event stream: a reload would remove the mark.
    wait_for("the event stream", lambda: browser.run("return document.title") == "Shop, live")
    browser.run("window.mark = 1")
    subprocess.run([halyard, "enable", "Express Pay", *source], check=True)
    shows("Express Pay", "on")
    assert browser.run("return window.mark") == 1

    # A page with overrides of its own has another state than all other pages.
    open_page(overrides=json.dumps({"New Cart": False}))
    shows("New Cart", "off")
    shows("Express Pay", "on")
finally:
    server.terminate()
    server.wait()
    if browser:
        browser.close()
assert not os.path.exists("ready.json")
print("passed")
