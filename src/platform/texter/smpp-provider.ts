/** Sends texts to an SMS provider over SMPP. */
import { randomInt } from 'node:crypto';
import { createOutage } from './outage.ts';
import { createPace } from './pace.ts';
import type { SmppSettings } from './provider-settings.ts';
import { openSmppLink, usualTimes, type SmppTimes } from './smpp-link.ts';
import { smpp, smppStatus } from './smpp-package.ts';
import { answeredId, otherIdsOf, phonesOf, plainId, readSmppReceipt } from './smpp-receipt.ts';
import { partHeader, splitText, type TextPart } from './split-text.ts';
import type { SmppAddress, Submission } from './submit-sm.ts';
import type { KeepReceipts, OutgoingText, TextOutcome, TextProvider } from './text-provider.ts';

/** How long a provider may postpone one text before the text fails. */
const busyLimitMs = 30_000;

const { ESME_RTHROTTLED, ESME_RMSGQFUL, ESME_RINVDSTADR } = smpp.errors;
const udhIndicator = 0x40;
const receiptWanted = 1;
const international = { ton: 1, npi: 1 };
const alphanumeric = { ton: 5, npi: 0 };
const shortCode = { ton: 3, npi: 0 };
/** A sender with fewer digits is a short code. */
const leastPhoneDigits = 7;

type PartOutcome =
  | { is: 'taken'; messageId: string }
  | { is: 'refused' | 'failed' | 'unclear'; details: string };

/** An SMS provider with SMPP 3.4. */
export function createSmppProvider(settings: SmppSettings, times: SmppTimes = usualTimes): TextProvider {
  const name = `${settings.systemId}@${settings.host}`;
  const pace = createPace(settings.perSecond);
  const outage = createOutage();
  const from = senderOf(settings.from);
  let keep: KeepReceipts | null = null;
  let reference = randomInt(256);

  const link = openSmppLink(settings, times, async (pdu) => {
    const receipt = readSmppReceipt(pdu);
    // Answers of people to a text are ignored.
    if (receipt === null) return true;
    if (keep === null) return false;
    const { receiptIds } = settings;
    const messageId = answeredId(receipt.messageId, receiptIds);
    const otherIds = receiptIds === 'as answered' ? otherIdsOf(messageId) : [];
    const phones = phonesOf(pdu, settings.from);
    return keep([{ ...receipt, provider: name, messageId, otherIds, phones }]).then(
      () => true,
      () => false,
    );
  });

  async function sendPart(to: string, part: TextPart, textReference: number): Promise<PartOutcome> {
    const submission = submissionOf({ from, to }, part, textReference);
    const deadline = performance.now() + busyLimitMs;
    for (;;) {
      await pace.turn();
      const answer = await link.submit(submission);
      if (answer.is === 'unsent') return { is: 'failed', details: 'connection to the provider lost' };
      if (answer.is === 'unanswered') return { is: 'unclear', details: 'no answer of the provider' };
      const { status, messageId } = answer;
      if (status === 0) {
        pace.speedUp();
        return { is: 'taken', messageId: plainId(messageId, settings.receiptIds) };
      }
      const details = `provider answered ${smppStatus(status)}`;
      if (status !== ESME_RTHROTTLED && status !== ESME_RMSGQFUL) {
        return { is: status === ESME_RINVDSTADR ? 'refused' : 'failed', details };
      }
      pace.slowDown();
      if (performance.now() > deadline) return { is: 'failed', details };
    }
  }

  async function send(text: OutgoingText): Promise<TextOutcome> {
    if (!outage.isOver()) return { is: 'failed', details: 'provider: takes no texts' };
    if (!(await link.ready()))
      return { is: 'failed', details: `provider: ${link.problem() || 'not reached'}` };
    const outcome = await submit(text);
    outage.judge(outcome);
    return outcome;
  }

  async function submit({ to, text }: OutgoingText): Promise<TextOutcome> {
    const parts = splitText(text);
    const messageIds: string[] = [];
    reference = (reference + 1) % 256;
    const textReference = reference;
    const taken = { provider: name, messageIds, parts: parts.length };
    for (const part of parts) {
      const outcome = await sendPart(to, part, textReference);
      if (outcome.is === 'taken') {
        messageIds.push(outcome.messageId);
        continue;
      }
      // If one part was sent, the whole text may be read: from here on nothing else may be sent.
      const { is, details } = outcome;
      if (part.part > 1) {
        const partDetails = `${part.part - 1} of ${part.parts} parts taken, then: ${details}`;
        return { is: 'unclear', details: partDetails, ...taken };
      }
      return is === 'unclear' ? { is, details, ...taken } : { is, details };
    }
    return { is: 'sent', ...taken };
  }

  return {
    name,
    get window() {
      return outage.window(settings.window);
    },
    isUp: () => link.isUp() && outage.isOver(),
    send,
    receive(keepReceipts) {
      keep = keepReceipts;
      void link.ready();
    },
    close: () => link.close(),
  };
}

function senderOf(address: string): SmppAddress {
  const isNumber = /^\d+$/.test(address);
  const kind = isNumber ? (address.length < leastPhoneDigits ? shortCode : international) : alphanumeric;
  return { ...kind, address };
}

interface Ends {
  from: SmppAddress;
  to: string;
}

function submissionOf({ from, to }: Ends, part: TextPart, reference: number): Submission {
  const isPart = part.parts > 1;
  return {
    from,
    to: { ...international, address: to },
    esmClass: isPart ? udhIndicator : 0,
    registeredDelivery: receiptWanted,
    dataCoding: part.coding,
    message: isPart ? Buffer.concat([partHeader(part, reference), part.bytes]) : part.bytes,
  };
}
