/** Starts threads and ends them at various moments of their start, many times; then exits while one is starting. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createPdfMaker } from '../../../src/certificates/documents/pdf/pdf-maker.ts';
import { sampleCode, sampleGift } from '../../support/sample-gift.ts';

const rounds = 50;
const atOnce = 5;
const stepMs = 8;

async function closeAfter(delayMs: number, asked: boolean): Promise<void> {
  const maker = createPdfMaker();
  maker.warm();
  if (asked) maker.make(sampleGift, sampleCode, null, 'ru').catch(() => {});
  await sleep(delayMs);
  await maker.close();
}

for (let round = 0; round < rounds; round += atOnce)
  await Promise.all(
    Array.from({ length: atOnce }, (_, lane) =>
      closeAfter(lane === 0 ? 0 : (round + lane) * stepMs, lane % 2 === 0),
    ),
  );
createPdfMaker().warm();
process.stdout.write('closed\n');
