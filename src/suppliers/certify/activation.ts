import { randomBytes, randomUUID } from 'node:crypto';
import type { PlainCode } from '../../vault/seal-code.ts';
import { outcomeOf, type Conversation } from './conversation.ts';
import { note, nothing, type Found } from './issuing.ts';

/** Tests activation: activates a code, then repeats the same call, as after a lost answer. */
export async function activateTwice(talk: Conversation, { number, pin }: PlainCode): Promise<Found> {
  const found = nothing();
  const requestId = randomUUID();
  const first = await talk.activate({ number, pin, requestId });
  if (first.reading.is !== 'done') {
    note(found, { is: 'not-activated', ...outcomeOf(first) }, first);
    return found;
  }
  const second = await talk.activate({ number, pin, requestId });
  if (second.reading.is !== 'done') note(found, { is: 'activation-repeat', ...outcomeOf(second) }, second);
  return found;
}

export async function activateUnknown(talk: Conversation): Promise<Found> {
  const found = nothing();
  const number = BigInt(`0x${randomBytes(10).toString('hex')}`)
    .toString()
    .padStart(20, '9')
    .slice(0, 20);
  const outcome = await talk.activate({ number, pin: '' });
  const { reading } = outcome;
  if (reading.is === 'done') note(found, { is: 'unknown-activated' }, outcome);
  else if (reading.is !== 'refused') note(found, { is: 'not-refused', ...outcomeOf(outcome) }, outcome);
  else if (reading.why !== 'bad-code') {
    note(found, { is: 'refused-otherwise', why: reading.why, expected: 'bad-code' }, outcome);
  }
  return found;
}
