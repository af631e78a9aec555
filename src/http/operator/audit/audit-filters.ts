/** The filters of `/o/audit`, and its places in the address. */
import { operator, sides, type Party, type Side } from '../../../people/access/party.ts';
import { sideName } from '../../../people/access/role-names.ts';
import type { ActPlace, AllActsAsk } from '../../../people/audit/list-acts.ts';
import type { Language } from '../../../platform/text/language.ts';
import { listLength } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { daysIn, timeOf } from '../../../web/shell/period.ts';

type Query = Readonly<Record<string, string>>;

/** The chain that an address or a form names; null: of all. */
export function partyOf(side: string | undefined, id: string | undefined): Party | null {
  if (side === 'operator') return operator;
  const partyId = idIn(id);
  return sides.includes(side as Side) && partyId !== null ? { side: side as Side, partyId } : null;
}

export function asksOf(query: Query): AllActsAsk {
  return {
    party: partyOf(query['side'], query['id']),
    actor: /^(?:person:\d{1,15}|command)$/.exec(query['actor'] ?? '')?.[0] ?? null,
    act: /^[a-z]+(?:[.-][a-z]+)*$/.exec(query['act'] ?? '')?.[0] ?? null,
    ...timeOf(daysIn(query)),
    after: placeIn(query['older']),
    limit: listLength + 1,
  };
}

/** `1795334400000.client.501.17`. */
export const placeText = ({ at: instant, side, partyId, seq }: ActPlace): string =>
  [instant.getTime(), side, partyId, seq].join('.');

function placeIn(text = ''): ActPlace | null {
  const [, at, side, partyId, seq] =
    /^(\d{12,13})\.(client|supplier|operator)\.(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (at === undefined) return null;
  return { at: new Date(Number(at)), side: side as Side, partyId: Number(partyId), seq: Number(seq) };
}

/** `client 501`. */
export const partyName = ({ side, partyId }: Party, language: Language): string =>
  side === 'operator' ? sideName(side, language) : `${sideName(side, language)} ${partyId}`;
