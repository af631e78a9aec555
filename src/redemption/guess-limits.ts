import type { Keyring } from '../platform/keyring.ts';
import { createThrottle } from '../platform/throttle.ts';
import { meantNumber } from '../vault/platform-number.ts';
import { codeFingerprint } from '../vault/seal-code.ts';
import type { Till } from './till.ts';

/** Unknown numbers that a person at a till may try: people mistype. */
const unknownOfUser = { events: 20, windowSeconds: 600 };
/** Unknown numbers from the till software of one supplier, which speaks for all its tills. */
const unknownOfSoftware = { events: 300, windowSeconds: 600 };
/** Unknown numbers from one network address, whoever asks. */
const unknownOfAddress = { events: 300, windowSeconds: 600 };
/** Questions about one number, known or not. */
const asksOfCode = { events: 200, windowSeconds: 60 };

/** Guards the numbers against being guessed: those that come too often wait, whatever they would have got. */
export interface GuessLimits {
  waitSeconds(ask: Asking, now: Date): number;
  /** Puts an answered question on the account of who asked. */
  count(ask: Asking, unknown: boolean, now: Date): void;
}

interface Asking {
  till: Till;
  number: string;
  address: string;
}

/** Windows lie in the memory of the process: n processes let through n times as much. */
export function createGuessLimits(keyring: Keyring): GuessLimits {
  const users = createThrottle(unknownOfUser);
  const software = createThrottle(unknownOfSoftware);
  const addresses = createThrottle(unknownOfAddress);
  const codes = createThrottle(asksOfCode);
  const tillsOf = (till: Till) => (till.userId === null ? software : users);
  // The number itself stays out of the memory.
  const codeKey = ({ till, number }: Asking): string =>
    codeFingerprint(keyring, till.supplierId, meantNumber(number)).toString('base64');
  return {
    waitSeconds: (ask, now) =>
      Math.max(
        tillsOf(ask.till).waitSeconds(tillKey(ask.till), now),
        addresses.waitSeconds(ask.address, now),
        codes.waitSeconds(codeKey(ask), now),
      ),
    count(ask, unknown, now) {
      codes.count(codeKey(ask), now);
      if (!unknown) return;
      tillsOf(ask.till).count(tillKey(ask.till), now);
      addresses.count(ask.address, now);
    },
  };
}

const tillKey = ({ supplierId, userId }: Till): string => `${supplierId}:${userId ?? ''}`;
