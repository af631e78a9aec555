/**
 * A condition on rows that a statement finds by their key. What the planner knows of states is mostly of a time at which nothing was to be done,
 * so it expects next to no row in one of those that say so; it would read all of these by their index, or all of the table, and compare them with
 * the few that are asked for. Of a `case` it knows nothing: it expects half of all rows, and looks for the keys.
 */
export const ofFound = (condition: string): string => `case when ${condition} then true else false end`;

/**
 * A condition on the keys that a statement is given, beside theirs: true of all of them, but the planner expects it of few. Where it takes a table
 * for empty, because it was when that was last counted, it would read all of it once, for free as it seems, and compare each row with each key.
 * `key`: a column of the given keys that holds numbers.
 */
export const ofFew = (key: string): string => `${key} * 0 = 0`;
