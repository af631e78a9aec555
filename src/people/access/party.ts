import type { Context } from '../../context.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';

/** The sides that take part: client, supplier and operator. */
export type Side = 'client' | 'supplier' | 'operator';

export const sides = ['client', 'supplier', 'operator'] as const satisfies readonly Side[];

/** The owner of something: a client, a supplier, or the operator, of whom there is one. */
export interface Party {
  side: Side;
  /** Id of the client or supplier; 0 for the operator. */
  partyId: number;
}

export const operator: Party = { side: 'operator', partyId: 0 };

export const clientParty = (clientId: number): Party => ({ side: 'client', partyId: clientId });

/** The context in which what belongs to the party is: of a client, that of its cell. */
export const ofParty = <Part extends Pick<Context, 'cells'>>(ctx: Part, { side, partyId }: Party): Part =>
  side === 'client' ? cellOf(ctx, partyId) : ctx;

export const isSame = (one: Party, other: Party): boolean =>
  one.side === other.side && one.partyId === other.partyId;
