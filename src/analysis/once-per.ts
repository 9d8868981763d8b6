/** Finds something about an object once: a session is asked the same from many sides. */
export function oncePer<T extends object, R>(find: (about: T) => R): (about: T) => R {
  const known = new WeakMap<T, { readonly found: R }>();
  return (about) => {
    const before = known.get(about) ?? { found: find(about) };
    known.set(about, before);
    return before.found;
  };
}

/** More different texts than a long session has commands. */
const MOST = 4000;

/** The same for texts, as many as one session has. */
export function oncePerText<R>(find: (text: string) => R): (text: string) => R {
  const known = new Map<string, { readonly found: R }>();
  return (text) => {
    const before = known.get(text) ?? { found: find(text) };
    if (known.size >= MOST) known.clear();
    known.set(text, before);
    return before.found;
  };
}
