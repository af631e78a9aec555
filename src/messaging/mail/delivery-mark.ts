/** The mark by which a bounce is matched to its letter. */
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { DeliveryKind } from '../queue/schedule.ts';
import { isSameSecret } from '../../platform/secrets/constant-time.ts';

/** One e-mail of an order: its kind and round. */
export interface DeliveryKey {
  clientId: number;
  requestId: number;
  kind: DeliveryKind;
  round: number;
}

const letterOfKind: Record<DeliveryKind, string> = {
  certificate: 'c',
  notice: 'n',
  receipt: 't',
  reminder: 'r',
  confirmation: 'k',
};

const proofLength = 24;
const markForm =
  /(?<![a-z0-9])([0-9a-z]{1,11})-([0-9a-z]{1,11})-([cntrk])([0-9a-z]{1,4})-([0-9a-f]{24})(?![a-z0-9])/gi;
/** A mail may contain any number of texts that look like marks. */
const maxTried = 50;

/**
 * Computes the mark of a letter for its Message-ID, envelope sender and envelope id. It contains our ids and a 96-bit
 * MAC; no address, no code. Lower case only, because servers fold case.
 */
export function deliveryMark(keyring: Keyring, { clientId, requestId, kind, round }: DeliveryKey): string {
  const name = [clientId.toString(36), requestId.toString(36), letterOfKind[kind] + round.toString(36)].join(
    '-',
  );
  return `${name}-${proofOf(keyring, name)}`;
}

const proofOf = (keyring: Keyring, name: string): string =>
  Buffer.from(keyring.token(`letter:${name}`), 'base64url')
    .toString('hex')
    .slice(0, proofLength);

/** The first valid mark in a text. */
export function findDeliveryMark(keyring: Keyring, text: string): DeliveryKey | null {
  let tried = 0;
  for (const [mark, client = '', request = '', letter = '', round = '', proof = ''] of text.matchAll(
    markForm,
  )) {
    if ((tried += 1) > maxTried) return null;
    const name = mark.slice(0, -(proofLength + 1)).toLowerCase();
    if (!isSameSecret(proof.toLowerCase(), proofOf(keyring, name))) continue;
    const kind = kindOf(letter.toLowerCase());
    if (kind === null) continue;
    return {
      clientId: parseInt(client, 36),
      requestId: parseInt(request, 36),
      kind,
      round: parseInt(round, 36),
    };
  }
  return null;
}

function kindOf(letter: string): DeliveryKind | null {
  const kinds = Object.keys(letterOfKind) as DeliveryKind[];
  return kinds.find((kind) => letterOfKind[kind] === letter) ?? null;
}
