/** On which side of the trade somebody stands. */
export type Side = 'client' | 'supplier' | 'operator';

export const sides = ['client', 'supplier', 'operator'] as const satisfies readonly Side[];

/** Whose things they are: a client, a supplier, or the operator, of whom there is one. */
export interface Party {
  side: Side;
  /** Of the client or supplier; 0 for the operator. */
  partyId: number;
}

export const operator: Party = { side: 'operator', partyId: 0 };

export const clientParty = (clientId: number): Party => ({ side: 'client', partyId: clientId });

export const isSame = (one: Party, other: Party): boolean =>
  one.side === other.side && one.partyId === other.partyId;
