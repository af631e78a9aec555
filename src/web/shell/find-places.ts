/** Where each side looks for things. */
import type { Side } from '../../people/access/party.ts';
import { may, type PersonPrincipal } from '../../people/access/principal.ts';
import type { Permission } from '../../people/access/rights.ts';

export interface FindPlace {
  path: string;
  needs: Permission;
}

export const findPlaces: Record<Side, FindPlace> = {
  operator: { path: '/o/find', needs: 'work.read' },
  client: { path: '/c/find', needs: 'orders.read' },
  supplier: { path: '/s/find', needs: 'stock.read' },
};

/** Null: this person has nothing to look for. */
export function findPathFor(principal: PersonPrincipal): string | null {
  const { path, needs } = findPlaces[principal.side];
  return may(principal, needs, principal) ? path : null;
}
