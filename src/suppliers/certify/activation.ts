import { randomBytes, randomUUID } from 'node:crypto';
import type { PlainCode } from '../../vault/seal-code.ts';
import { outcomeOf, type Conversation } from './conversation.ts';
import { note, nothing, type Found } from './issuing.ts';

/** Tests activation: activates a code, then repeats the same call, as after a lost answer. */
export async function activateTwice(talk: Conversation, { number, pin }: PlainCode): Promise<Found> {
  const findings = nothing();
  const requestId = randomUUID();
  const first = await talk.activate({ number, pin, requestId });
  if (first.reading.is !== 'done') {
    note(findings, { is: 'not-activated', ...outcomeOf(first) }, first);
    return findings;
  }
  const second = await talk.activate({ number, pin, requestId });
  if (second.reading.is !== 'done') note(findings, { is: 'activation-repeat', ...outcomeOf(second) }, second);
  return findings;
}

export async function activateUnknown(talk: Conversation): Promise<Found> {
  const findings = nothing();
  const number = BigInt(`0x${randomBytes(10).toString('hex')}`)
    .toString()
    .padStart(20, '9')
    .slice(0, 20);
  const outcome = await talk.activate({ number, pin: '' });
  const { reading } = outcome;
  if (reading.is === 'done') note(findings, { is: 'unknown-activated' }, outcome);
  else if (reading.is !== 'refused') note(findings, { is: 'not-refused', ...outcomeOf(outcome) }, outcome);
  else if (reading.why !== 'bad-code') {
    note(findings, { is: 'refused-otherwise', why: reading.why, expected: 'bad-code' }, outcome);
  }
  return findings;
}
