/** Answers how many pages can be searched. */
export function indexSite(folder: string): Promise<number>;
