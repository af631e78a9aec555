/** `sms try`: sends a test text and waits for its receipt. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { readSettings } from '../../platform/settings/config.ts';
import { createHttpClient } from '../../platform/network/http-client.ts';
import { countParts } from '../../platform/texter/split-text.ts';
import type { TextOutcome, TextReceipt } from '../../platform/texter/text-provider.ts';
import { createTexter } from '../../platform/texter/texter.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { trialText } from '../../upkeep/setup/try-messages.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';

const receiptTimeoutMs = 30_000;
const pollMs = 50;

export function register(program: Command): void {
  const sms = program.command('sms').description('Texts to phones and their providers.');
  sms
    .command('try')
    .description('Send a test text through the configured providers, and wait for its receipt.')
    .argument('<phone>', 'for example 79001234567')
    .option('--text <text>', 'text of the message', trialText)
    .option(...jsonOption)
    .action(tryText);
}

async function tryText(typed: string, options: OutputOptions & { text: string }): Promise<void> {
  const phone = readPhone(typed);
  if (phone === null) throw new Misuse(`${typed} is no phone such as 79001234567.`);
  const { sms, privateAddresses } = readSettings();
  if (sms.primary === null) throw new Refusal('FACEVALUE_SMS_PRIMARY is not set (see docs/sms.md).');
  const http = createHttpClient({ allowPrivateAddresses: privateAddresses });
  const texter = createTexter(sms, http);
  const receipts: TextReceipt[] = [];
  try {
    const outcome = await texter.send({ to: phone, text: options.text, reference: `try-${process.pid}` });
    if (outcome.is !== 'sent') throw new Refusal(refusalText(outcome), { outcome: outcome.is });
    texter.receive((incoming) => keepOwn(receipts, incoming, outcome.messageIds));
    const deadline = performance.now() + receiptTimeoutMs;
    while (receipts.length < outcome.messageIds.length && performance.now() < deadline) await sleep(pollMs);
    const parts = countParts(options.text);
    const reports = receipts.map(({ report, details }) => `${report} (${details})`);
    answer(
      options,
      { provider: outcome.provider, message_ids: outcome.messageIds, parts, receipts: reports },
      () =>
        [
          `Taken by ${outcome.provider} in parts: ${parts}, as ${outcome.messageIds.join(', ') || 'it does not say'}.`,
          reports.length === 0
            ? 'No receipt within half a minute. Those of a gateway go to the running installation.'
            : `Receipts: ${reports.join(', ')}.`,
        ].join('\n'),
    );
  } finally {
    await texter.close();
    await http.close();
  }
}

/** Receipts of other texts may arrive on this connection. They are rejected, so that the provider repeats them to the platform. */
function keepOwn(receipts: TextReceipt[], incoming: TextReceipt[], ids: string[]): Promise<void> {
  const own = incoming.filter(({ messageId }) => ids.includes(messageId));
  receipts.push(...own);
  return own.length === incoming.length ? Promise.resolve() : Promise.reject(new Error('not of this text'));
}

const refusalText = (outcome: TextOutcome & { details: string }): string =>
  outcome.is === 'unclear'
    ? `It may have been sent: ${outcome.details}.`
    : `It was not sent: ${outcome.details}.`;
