/** The section `letters`: gift letters taken by a mail server. */
import { giftLetter } from '../../src/messaging/letters/gift/gift-letter.ts';
import { findGifts } from '../../src/certificates/find-gift.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { mailConnections } from '../../src/platform/mail/letter-limits.ts';
import { startBareMessages } from '../peers/bare-messages.ts';
import { startMessageSinks } from '../receivers/message-sinks.ts';
import { lineOf, type Section } from '../report/line.ts';
import { interleave, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { addCertificates } from '../world/due-deliveries.ts';
import { sendDue } from './sending.ts';
import type { SectionRun } from './section-run.ts';

/** Of a round. */
const count = 1500;

/**
 * Gift letters per second to a mail server on the same machine, compared to the mail package alone sending one of them.
 */
export async function measureLetters(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const sinks = await startMessageSinks();
  cleanUp.defer(() => sinks.stop());
  const bare = startBareMessages();
  cleanUp.defer(() => bare.stop());
  const shop = cleanUp.use(await run.world.open('letters', 0));
  await addCertificates(shop, count);
  const letter = await oneLetter(shop);
  const bareRate = async (): Promise<number> => {
    const ask = { port: sinks.smtpPort, count, connections: mailConnections, letter };
    return count / (await bare.ask('letters', ask));
  };
  const sending = {
    run,
    shop,
    sinks,
    channel: 'email' as const,
    count,
    settings: { smtpUrl: sinks.smtpUrl },
  };
  await bareRate();
  run.say('letters: ours and the bare loop in turn');
  const rates = await interleave(roundsOf(run), {
    ours: async () => (await sendDue(sending)).messagesPerSecond,
    bare: bareRate,
  });
  const line = lineOf({
    section: 'letters',
    what: 'gift letters taken by a mail server',
    unit: 'letters/s',
    rounds: rates.ours.rounds,
    beside: { what: 'bare nodemailer loop', rounds: rates.bare.rounds },
  });
  return { lines: [line], curves: [] };
}

async function oneLetter({ db, shop }: ShopDatabase) {
  const key = { clientId: shop.clients[1]?.client.id ?? 0, requestId: 1 };
  const [gift] = await findGifts(db, [key], systemClock.now());
  if (!gift) throw new Error('There is no certificate to write a letter of.');
  const link = 'http://127.0.0.1/g/AAAAAAAAAAAAAAAAAAAAAA';
  return giftLetter({ view: gift.view, link, code: null, language: 'ru', picture: null });
}
