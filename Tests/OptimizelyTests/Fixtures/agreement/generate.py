"""Records the results and the events of optimizely-sdk for Python, for AgreementTests.

    pip install optimizely-sdk==5.7.0
    python3 generate.py

The datafiles and the users are random with a fixed seed. Each case is one user of one datafile: a
new client, forced variations, a stored profile, then calls in order. The result of each call and the
events that the call dispatches are written to cases.json.
"""

import json
import os
import random

from optimizely import optimizely
from optimizely.event.event_processor import ForwardingEventProcessor

HERE = os.path.dirname(os.path.abspath(__file__))
VERSIONS = ["1.0", "2.1.0", "2.1.3-beta", "3", "2.1", "10.0.1+7"]
TEXTS = ["de", "fr", "US", "", "Ünï", "de-AT"]
NUMBERS = [0, 1, 1.0, 2.5, -3, 18, 9007199254740994, 1e9]
ATTRIBUTES = ["country", "age", "member", "version", "score"]


def leaf(rng):
    name = rng.choice(ATTRIBUTES)
    match = rng.choice(
        ["exact", "exact", "exists", "substring", "gt", "lt", "ge", "le",
         "semver_eq", "semver_lt", "semver_gt", "semver_le", "semver_ge", None])
    condition = {"type": "custom_attribute", "name": name}
    if match:
        condition["match"] = match
    if match == "exists":
        return condition
    if match in ("gt", "lt", "ge", "le"):
        condition["value"] = rng.choice(NUMBERS[:6])
    elif match and match.startswith("semver"):
        condition["value"] = rng.choice(VERSIONS)
    elif match == "substring":
        condition["value"] = rng.choice(["d", "S", "-"])
    else:
        condition["value"] = rng.choice(TEXTS + NUMBERS[:6] + [True, False])
    return condition


def tree(rng, depth=0):
    if depth > 2 or rng.random() < 0.4:
        return leaf(rng)
    operator = rng.choice(["and", "or", "or", "not"])
    count = 1 if operator == "not" else rng.randint(1, 3)
    return [operator] + [tree(rng, depth + 1) for _ in range(count)]


class Project:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.next = 1000 + seed * 1000
        self.audiences = [self.audience(i) for i in range(5)]
        self.groups, self.experiments, self.flags, self.rollouts = [], [], [], []
        for index in range(8):
            self.experiments.append(self.experiment("test_%d" % index, []))
        self.add_group()
        for index in range(7):
            self.add_flag(index)

    def id(self):
        self.next += 1
        return str(self.next)

    def audience(self, index):
        return {"id": self.id(), "name": "audience %d" % index,
                "conditions": ["or", tree(self.rng)]}

    def targeting(self):
        rng, ids = self.rng, [audience["id"] for audience in self.audiences]
        kind = rng.random()
        if kind < 0.4:
            return {"audienceIds": []}
        if kind < 0.6:
            return {"audienceIds": rng.sample(ids, 2)}
        conditions = [rng.choice(["and", "or"])] + rng.sample(ids, 2)
        if kind > 0.85:
            conditions = ["not", rng.choice(ids)]
        return {"audienceIds": [], "audienceConditions": conditions}

    def experiment(self, key, variables, status=None):
        rng = self.rng
        variations = [{
            "id": self.id(), "key": name, "featureEnabled": rng.random() < 0.7,
            "variables": [{"id": v["id"], "value": self.value(v["type"])}
                          for v in variables if rng.random() < 0.6],
        } for name in ["control", "treatment", "third"][:rng.randint(1, 3)]]
        ends = sorted(rng.sample(range(0, 10001, 500), len(variations)))
        allocation = [{"entityId": v["id"], "endOfRange": end}
                      for v, end in zip(variations, ends)]
        if rng.random() < 0.15:
            allocation.append({"entityId": "", "endOfRange": 10000})
        if rng.random() < 0.6:
            allocation[-1]["endOfRange"] = 10000
        result = {
            "id": self.id(), "key": key, "layerId": self.id(),
            "status": status or rng.choice(["Running", "Running", "Running", "Paused"]),
            "variations": variations, "trafficAllocation": allocation,
            "forcedVariations": {},
        }
        if rng.random() < 0.5:
            result["forcedVariations"] = {
                "listed": variations[-1]["key"], "user-3": rng.choice(["control", "gone"])}
        result.update(self.targeting())
        return result

    def value(self, kind):
        rng = self.rng
        return {
            "string": lambda: rng.choice(TEXTS),
            "integer": lambda: rng.choice(["0", "42", "-7", "4.5", "many"]),
            "double": lambda: rng.choice(["0.5", "3", "-2.25", "much"]),
            "boolean": lambda: rng.choice(["true", "false"]),
            "json": lambda: rng.choice(['{"a":1}', '{"b":{"c":[1,2.5,"x",true]}}', "{}"]),
        }[kind]()

    def add_group(self):
        members = [self.experiment("group_%d" % index, [], "Running") for index in range(3)]
        ends = sorted(self.rng.sample(range(1000, 10001, 1000), 3))
        self.groups.append({
            "id": self.id(), "policy": "random", "experiments": members,
            "trafficAllocation": [{"entityId": member["id"], "endOfRange": end}
                                  for member, end in zip(members, ends)]})
        self.groups.append({"id": self.id(), "policy": "overlapping", "trafficAllocation": [],
                            "experiments": [self.experiment("overlapping", [], "Running")]})

    def add_flag(self, index):
        rng = self.rng
        kinds = ["string", "integer", "double", "boolean", "json"]
        variables = []
        for kind in kinds:
            variable = {"id": self.id(), "key": "a_" + kind, "type": kind,
                        "defaultValue": self.value(kind)}
            if kind == "json":
                variable.update(type="string", subType="json")
            variables.append(variable)
        typed = [dict(v, type=v.get("subType", v["type"])) for v in variables]
        own = [self.experiment("flag_%d_test_%d" % (index, n), typed) for n in range(rng.randint(0, 2))]
        self.experiments += own
        listed = [experiment["id"] for experiment in own]
        if index == 0:
            listed.append(self.groups[0]["experiments"][0]["id"])
        rules = [self.experiment("flag_%d_rule_%d" % (index, n), typed, "Running")
                 for n in range(rng.randint(0, 2))]
        if rules or rng.random() < 0.7:
            last = self.experiment("flag_%d_everyone" % index, typed, "Running")
            last.update(audienceIds=[])
            last.pop("audienceConditions", None)
            rules.append(last)
        rollout = ""
        if rules:
            for rule in rules:
                rule["forcedVariations"] = {}
            rollout = self.id()
            self.rollouts.append({"id": rollout, "experiments": rules})
        self.flags.append({"id": self.id(), "key": "flag_%d" % index, "experimentIds": listed,
                           "rolloutId": rollout, "variables": variables})

    def datafile(self):
        rng = self.rng
        result = {
            "version": "4", "projectId": "11", "accountId": "22", "revision": "33",
            "anonymizeIP": rng.random() < 0.5, "sdkKey": "key", "environmentKey": "staging",
            "attributes": [{"id": self.id(), "key": key} for key in ATTRIBUTES[:4]],
            "events": [{"id": "7001", "key": "bought", "experimentIds": []}],
            "audiences": [{"id": audience["id"], "name": audience["name"], "conditions": "[]"}
                          for audience in self.audiences],
            "typedAudiences": self.audiences,
            "groups": self.groups, "experiments": self.experiments,
            "featureFlags": self.flags, "rollouts": self.rollouts,
            "sendFlagDecisions": rng.random() < 0.5,
        }
        if rng.random() < 0.5:
            result["botFiltering"] = rng.random() < 0.5
        return result


class Profiles:
    def __init__(self, record):
        self.records = {record["user_id"]: record} if record else {}

    def lookup(self, user_id):
        return self.records.get(user_id)

    def save(self, record):
        self.records[record["user_id"]] = record


class Dispatcher:
    def __init__(self):
        self.sent = []

    def dispatch_event(self, event):
        self.sent.append(event)


def facts(event):
    visitor = event.params["visitors"][0]
    snapshot = visitor["snapshots"][0]
    happened = snapshot["events"][0]
    result = {"entity": happened["entity_id"], "key": happened["key"]}
    for name in ("revenue", "value", "tags"):
        if name in happened:
            result[name] = happened[name]
    for decision in snapshot.get("decisions") or []:
        metadata = decision["metadata"]
        result["decision"] = [
            decision["campaign_id"], decision["experiment_id"], decision["variation_id"],
            metadata["rule_type"], metadata["rule_key"], metadata["flag_key"],
            metadata["variation_key"], metadata["enabled"]]
    return result


def sender(event):
    """Returns the common fields of all events of a case: the URL, the user and the attributes."""
    visitor = event.params["visitors"][0]
    attributes = sorted(([a["entity_id"], a["key"], a["value"]] for a in visitor["attributes"]),
                        key=lambda a: a[1])
    return {"url": event.url, "user": visitor["visitor_id"], "attributes": attributes}


def users(rng, experiments):
    for number in range(20):
        user = rng.choice(["listed", "user-%d" % number, "ü-%d" % number, ""])
        attributes = {}
        for name in ATTRIBUTES:
            if rng.random() < 0.6:
                attributes[name] = {
                    "country": lambda: rng.choice(TEXTS), "age": lambda: rng.choice(NUMBERS),
                    "member": lambda: rng.choice([True, False]),
                    "version": lambda: rng.choice(VERSIONS + ["x.y", "1 0"]),
                    "score": lambda: rng.choice(NUMBERS + TEXTS + [None, True]),
                }[name]()
        if rng.random() < 0.3:
            attributes["$opt_bucketing_id"] = rng.choice(["bucket-%d" % number, "", 5])
        profile, forced = None, []
        if rng.random() < 0.4:
            stored = rng.sample(experiments, min(3, len(experiments)))
            profile = {"user_id": user, "experiment_bucket_map": {
                e["id"]: {"variation_id": rng.choice([v["id"] for v in e["variations"]] + ["0"])}
                for e in stored}}
        if rng.random() < 0.4:
            for experiment in rng.sample(experiments, min(2, len(experiments))):
                forced.append([experiment["key"], rng.choice(experiment["variations"])["key"]])
        yield user, attributes, profile, forced


def calls(rng, datafile, experiments):
    keys = [experiment["key"] for experiment in experiments]
    for key in rng.sample(keys, min(5, len(keys))) + ["no_test"]:
        yield ["activate", key]
    for key in rng.sample(keys, min(4, len(keys))):
        yield ["getVariationKey", key]
    flags = rng.sample(datafile["featureFlags"], min(3, len(datafile["featureFlags"])))
    for flag in flags:
        yield ["isFeatureEnabled", flag["key"]]
        if flag["key"] == "bad_values_flag":
            # Skips values that do not match their type: the SDK for Python accepts some that the
            # Swift SDK drops.
            continue
        yield ["getAllFeatureVariables", flag["key"]]
        for variable in rng.sample(flag["variables"], min(2, len(flag["variables"]))):
            kind = variable.get("subType", variable["type"])
            yield ["getFeatureVariable", flag["key"], variable["key"], kind]
            yield ["getFeatureVariable", flag["key"], variable["key"], "string"]
    yield ["isFeatureEnabled", "no_flag"]
    yield ["getEnabledFeatures"]
    if any(event["key"] == "bought" for event in datafile["events"]):
        yield ["track", "bought"]


TAGS = {"revenue": 4200, "value": 12.5, "colour": "red"}


def run(client, call, user, attributes):
    name = call[0]
    if name == "activate":
        return client.activate(call[1], user, attributes)
    if name == "getVariationKey":
        return client.get_variation(call[1], user, attributes)
    if name == "isFeatureEnabled":
        return client.is_feature_enabled(call[1], user, attributes)
    if name == "getAllFeatureVariables":
        values = client.get_all_feature_variables(call[1], user, attributes)
        return values if values is None else {k: v for k, v in values.items() if v is not None}
    if name == "getFeatureVariable":
        return getattr(client, "get_feature_variable_" + call[3])(call[1], call[2], user, attributes)
    if name == "getEnabledFeatures":
        return client.get_enabled_features(user, attributes)
    return client.track(call[1], user, attributes, dict(TAGS))


def record(name, datafile, seed):
    rng = random.Random(seed)
    experiments = datafile["experiments"] + [e for g in datafile["groups"] for e in g["experiments"]]
    cases = []
    for user, attributes, profile, forced in users(rng, experiments):
        dispatcher = Dispatcher()
        client = optimizely.Optimizely(
            json.dumps(datafile), event_dispatcher=dispatcher, user_profile_service=Profiles(profile),
            event_processor=ForwardingEventProcessor(dispatcher))
        for key, variation in forced:
            client.set_forced_variation(key, user, variation)
        made = []
        for call in calls(rng, datafile, experiments):
            start = len(dispatcher.sent)
            result = run(client, call, user, attributes)
            events = [facts(event) for event in dispatcher.sent[start:]]
            made.append({"call": call, "result": result, "events": events})
        senders = [sender(event) for event in dispatcher.sent]
        assert all(other == senders[0] for other in senders)
        cases.append({"sender": senders[0] if senders else None, "datafile": name, "user": user, "attributes": attributes,
                      "profile": profile, "forced": forced, "calls": made})
    return cases


def main():
    datafiles = {"random_%d" % seed: Project(seed).datafile() for seed in range(12)}
    with open(os.path.join(HERE, "..", "synthetic_rules.json")) as file:
        rules = json.load(file)
    known = [e["id"] for e in rules["experiments"]]
    known += [e["id"] for group in rules["groups"] for e in group["experiments"]]
    for flag in rules["featureFlags"]:
        # Removes parts that the Swift SDK ignores, but for which the SDK for Python rejects the
        # datafile: spaces around an id, and unknown experiments and rollouts.
        flag["rolloutId"] = flag["rolloutId"].strip()
        if flag["rolloutId"] not in [rollout["id"] for rollout in rules["rollouts"]]:
            flag["rolloutId"] = ""
        flag["experimentIds"] = [id for id in flag["experimentIds"] if id in known]
    datafiles["rules"] = rules
    cases = []
    for index, (name, datafile) in enumerate(datafiles.items()):
        cases += record(name, datafile, index)
    count = sum(len(case["calls"]) for case in cases)
    with open(os.path.join(HERE, "cases.json"), "w") as file:
        json.dump({"datafiles": datafiles, "cases": cases}, file, ensure_ascii=False,
                  separators=(",", ":"))
    print(count, "calls,", sum(len(c["events"]) for k in cases for c in k["calls"]), "events")


main()
