/** The link of a certificate, and its code if asked for; who saw it is in the audit, and the code's opening among its readings. */
import type { CertificateCode } from '../../certificates/certificate.ts';
import { giftToken, receivingLink, withExchangeLink } from '../../certificates/gift-link.ts';
import { openGift } from '../../certificates/open-gift.ts';
import type { Context } from '../../context.ts';
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction, type Tx } from '../../platform/database/database.ts';
import type { RequestKey } from '../find-requests.ts';

export type OpenedCertificate =
  | { is: 'opened'; link: string; code: CertificateCode | null }
  | { is: 'missing' | 'step-up' }
  /** It was not issued, was taken back, its code is not active yet, or no longer kept. */
  | { is: 'closed' };

type OpeningContext = Pick<Context, 'config' | 'db' | 'keyring' | 'clock'>;

export async function openCertificate(
  ctx: OpeningContext,
  principal: Principal,
  key: RequestKey,
  withCode: boolean,
): Promise<OpenedCertificate> {
  const { config, db, keyring, clock } = ctx;
  const now = clock.now();
  const party = { side: 'client', partyId: key.clientId } as const;
  const permitted = permit(principal, 'links.read', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'forbidden' ? 'missing' : 'step-up' };
  const by = actorOf(principal);
  return transaction<OpenedCertificate>(db, async (tx) => {
    const issued = await lockIssued(tx, key);
    if (issued === null) return { is: 'missing' };
    if (!issued.open) return { is: 'closed' };
    const token = giftToken(keyring, { ...key, ...issued });
    const link = receivingLink(config.baseUrl, token);
    const opened = withCode
      ? await openGift({ db: tx, keyring, clock }, key, { reader: 'cabinet', address: by.actor })
      : null;
    if (opened === 'closed' || opened === 'erased') return { is: 'closed' };
    const act = withCode ? 'order.code-shown' : 'order.link-shown';
    await recordAct(tx, keyring, { party, by, act, about: `request ${key.requestId}` }, now);
    return { is: 'opened', link, code: opened && withExchangeLink(ctx, opened, token) };
  });
}

async function lockIssued(
  tx: Tx,
  { clientId, requestId }: RequestKey,
): Promise<{ open: boolean; linkSalt: number | null } | null> {
  const { rows } = await tx.query<{ open: boolean; linkSalt: number | null }>(
    `select state = 'issued' and refunded_at is null as open, link_salt as "linkSalt" from requests
     where client_id = $1 and id = $2 for share`,
    [clientId, requestId],
  );
  return rows[0] ?? null;
}
