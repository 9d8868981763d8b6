type Optional<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** The same fields, where one that was undefined is not there at all. */
type Defined<T> = Omit<T, Optional<T>> & { [K in Optional<T>]?: Exclude<T[K], undefined> };

/** Leaves out the fields that are undefined. */
export function defined<const T extends object>(fields: T): Defined<T> {
  const kept: Partial<T> = {};
  for (const key of Object.keys(fields) as (keyof T)[]) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as Defined<T>;
}
