// Parts of a stand-in for the module `vscode`.

/** A class, function and name space in one, whose every member is such a thing again. */
export function anything(own = {}) {
  const members = new Map(Object.entries(own));
  return new Proxy(class {}, {
    get(target, name) {
      if (name === "prototype" || typeof name === "symbol") return target[name];
      if (!members.has(name)) members.set(name, anything());
      return members.get(name);
    },
    apply: () => anything(),
  });
}

/** An event that is fired to all its listeners before anything else runs, as in the editor. */
export class Emitter {
  listeners = [];
  event = (listener, self) => {
    this.listeners.push(self ? listener.bind(self) : listener);
    return { dispose() {} };
  };
  fire(event) {
    for (const listener of this.listeners) listener(event);
  }
  dispose() {}
}
