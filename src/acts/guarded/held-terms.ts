/** Terms by which a client pays less, or by which others hear of its orders or order for it: changed by two persons. */
import { lockTerms, writeTerms, type ClientTerms } from '../../clients/change-client.ts';
import { shownAddress } from '../../platform/network/callback-address.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import type { GuardedAsk } from '../../people/approvals/hold-back.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

const act = 'client.terms';

type Watched = Required<Pick<ClientTerms, 'discountBasisPoints' | 'callbackUrl' | 'allowedNetworks'>>;

export interface HeldTerms {
  names: (keyof Watched)[];
  before: Watched;
  after: Watched;
}

/** Whether a change of each term gives something away; what takes it back waits for nobody. */
const givesAway: { [Name in keyof Watched]: (before: Watched[Name], after: Watched[Name]) => boolean } = {
  discountBasisPoints: (before, after) => after > before,
  callbackUrl: (before, after) => after !== null && after !== before,
  // No network means any.
  allowedNetworks: (before, after) =>
    before.length > 0 && (after.length === 0 || after.some((one) => !before.includes(one))),
};

/** Null: nothing of it needs a second person. */
export function heldOf(before: Watched, terms: ClientTerms): HeldTerms | null {
  const after = {
    discountBasisPoints: terms.discountBasisPoints ?? before.discountBasisPoints,
    callbackUrl: terms.callbackUrl === undefined ? before.callbackUrl : terms.callbackUrl,
    allowedNetworks: terms.allowedNetworks ?? before.allowedNetworks,
  };
  const names: (keyof Watched)[] = [];
  if (givesAway.discountBasisPoints(before.discountBasisPoints, after.discountBasisPoints))
    names.push('discountBasisPoints');
  if (givesAway.callbackUrl(before.callbackUrl, after.callbackUrl)) names.push('callbackUrl');
  if (givesAway.allowedNetworks(before.allowedNetworks, after.allowedNetworks)) names.push('allowedNetworks');
  return names.length === 0 ? null : { names, before, after };
}

const percent = (points: number): string => `${points / 100} %`;
const address = (url: string | null): string => (url === null ? '' : shownAddress(url));

/** The difference in words; addresses may hold secrets, so that they go along sealed. */
export function termsAsk(clientId: number, { names, before, after }: HeldTerms): GuardedAsk {
  const payload = {
    clientId,
    ...(names.includes('discountBasisPoints') && {
      discountFrom: percent(before.discountBasisPoints),
      discountTo: percent(after.discountBasisPoints),
    }),
    ...(names.includes('callbackUrl') && {
      callbacksFrom: address(before.callbackUrl),
      callbacksTo: address(after.callbackUrl),
    }),
    ...(names.includes('allowedNetworks') && {
      networksFrom: before.allowedNetworks.join(', '),
      networksTo: after.allowedNetworks.join(', '),
    }),
  };
  return { act, payload, attachment: Buffer.from(JSON.stringify({ names, before, after })) };
}

/** Changes the terms from what they were when it was asked for: others in between were decided on knowing less. */
export const executeTerms =
  (keyring: Keyring): Execute =>
  async (tx, { payload, attachment, principal }, now) => {
    if (attachment === null) return { is: 'not-done', reason: { is: 'no-settings' } };
    const { clientId } = payload as { clientId: number };
    const { names, before, after } = JSON.parse(attachment.toString()) as HeldTerms;
    const present = await lockTerms(tx, clientId);
    if (present === null) return { is: 'not-done', reason: { is: 'no-client' } };
    if (names.some((name) => JSON.stringify(present[name]) !== JSON.stringify(before[name])))
      return { is: 'not-done', reason: { is: 'other-terms' } };
    const terms: ClientTerms = Object.fromEntries(names.map((name) => [name, after[name]]));
    const changed = await writeTerms(tx, keyring, principal, { clientId, terms }, now);
    return changed.is === 'changed' ? { is: 'done' } : { is: 'not-done', reason: { is: changed.is } };
  };
