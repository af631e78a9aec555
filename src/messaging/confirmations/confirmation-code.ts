/** The code with which the holder of a choice certificate confirms an exchange. */
import type { LinkedGift } from '../../certificates/find-gift.ts';
import { digitsOfToken } from '../../platform/secrets/digits-of-token.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { salted } from '../../platform/secrets/token-salt.ts';

export const confirmationMinutes = 10;
export const confirmationDigits = 6;
/** Wrong ones; then another code has to be sent. */
export const mostWrong = 5;

export interface ConfirmationKey {
  clientId: number;
  /** The order of the certificate. */
  requestId: number;
  /** Round of the delivery that contains the code. */
  round: number;
  /** Where it is sent: a code that went elsewhere confirms nothing. */
  address: string;
  /** Salt of the certificate's link. */
  salt: number | null;
}

/** The same each time for a message, another one for the next; computed, never stored: a hash of six digits hides nothing. */
export const confirmationCode = (
  keyring: Pick<Keyring, 'token'>,
  { clientId, requestId, round, address, salt }: ConfirmationKey,
): string =>
  digitsOfToken(
    keyring.token(salted(`confirmation:${clientId}:${requestId}:${round}:${address}`, salt)),
    confirmationDigits,
  );

/** The code that a message contains. */
export const codeOfDelivery = (
  keyring: Pick<Keyring, 'token'>,
  { link: { clientId, requestId, linkSalt } }: LinkedGift,
  { round, address }: { round: number; address: string },
): string => confirmationCode(keyring, { clientId, requestId, round, address, salt: linkSalt });
