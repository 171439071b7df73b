extension FileEventDispatcher: EventDispatcher {}
