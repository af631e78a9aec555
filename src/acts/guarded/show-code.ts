/** The code of a certificate: shown to an operator with a reason, by two persons. */
import type { CertificateCode } from '../../certificates/certificate.ts';
import { giftToken, receivingLink } from '../../certificates/gift-link.ts';
import { findGifts } from '../../certificates/find-gift.ts';
import { mayBeShown, openFoundGift } from '../../certificates/open-gift.ts';
import type { Context } from '../../context.ts';
import type { RequestKey } from '../../orders/find-requests.ts';
import { clientParty, operator } from '../../people/access/party.ts';
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { findAsked, type OwnAsk } from '../../people/approvals/find-asked.ts';
import { takeGiven } from '../../people/approvals/take-given.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../../platform/database/database.ts';
import { askFor, type NotYet } from '../../people/approvals/hold-back.ts';

const act = 'code.show';

export interface ShowCodeAsk extends RequestKey {
  /** For the person who decides, and for the audit. */
  reason: string;
}

export type CodeShown =
  | { is: 'shown'; link: string; code: CertificateCode }
  /** `closed`: it was taken back, its code is not active yet, or no longer kept. */
  | { is: 'missing' | 'closed' | 'step-up' };

type ShowingContext = Pick<Context, 'config' | 'keyring' | 'clock'> & { db: DatabaseOrTx };

/**
 * Shows the code of a certificate to somebody of the operator. With four eyes it is asked for first; asked again after
 * somebody else agreed, it is shown, once. The client sees in its audit who has seen it.
 */
export async function showCode(
  { config, db, keyring, clock }: ShowingContext,
  principal: Principal,
  { clientId, requestId, reason }: ShowCodeAsk,
): Promise<CodeShown | NotYet> {
  const now = clock.now();
  const party = clientParty(clientId);
  const permitted = permit(principal, 'codes.show', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'forbidden' ? 'missing' : 'step-up' };
  const key = { clientId, requestId };
  return atomically<CodeShown | NotYet>(db, async (tx) => {
    const [gift] = await findGifts(tx, [key], now);
    if (gift === undefined || gift === null) return { is: 'missing' };
    if (!mayBeShown(gift)) return { is: 'closed' };
    if ((await readFourEyes(tx)).on) {
      const given = await takeGiven(tx, keyring, principal, { party: operator, act, of: key }, now);
      if (!given) return askFor({ db: tx, keyring }, principal, { act, payload: { ...key, reason } }, now);
    }
    const by = actorOf(principal);
    const reading = { reader: 'operator', address: by.actor } as const;
    const opened = await openFoundGift({ db: tx, keyring, clock }, gift, reading);
    if (opened === null) throw new Error('A certificate that may be shown could not be opened.');
    const about = `request ${requestId}`;
    await recordAct(tx, keyring, { party, by, act: 'order.code-shown', about, after: { reason } }, now);
    return {
      is: 'shown',
      link: receivingLink(config.baseUrl, giftToken(keyring, gift.link)),
      code: opened.code,
    };
  });
}

/** What this principal asked for, to see this code; null: nothing. */
export const findCodeAsk = (
  db: Sql,
  principal: Principal,
  { clientId, requestId }: RequestKey,
  now: Date,
): Promise<OwnAsk | null> =>
  findAsked(db, principal, { party: operator, act, of: { clientId, requestId } }, now);

/** The approval is all: whoever asked opens the code. */
export const executeShowCode: Execute = () => Promise.resolve({ is: 'done' });
