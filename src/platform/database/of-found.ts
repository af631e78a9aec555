/**
 * A condition on rows that a statement finds by their key. What the planner knows of states is mostly of a time at which nothing was to be done,
 * so it expects next to no row in one of those that say so; it would read all of these by their index, or all of the table, and compare them with
 * the few that are asked for. Of a `case` it knows nothing: it expects half of all rows, and looks for the keys.
 */
export const ofFound = (condition: string): string => `case when ${condition} then true else false end`;
