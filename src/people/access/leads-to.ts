/**
 * What an act can lead to, by itself or as one of several: to codes that somebody may take, to money, to rights (keys, roles,
 * addresses that hear of orders). Every act of a page says it. From it follow who proves to be there first and what waits
 * for a second person while four eyes are on.
 */
export type Lead = 'codes' | 'money' | 'rights';

export type LeadsTo = Lead | 'nothing';
