/** Draws certificates as `serve` does, and for comparison pages by the PDF library alone in as many threads. */
import type { CertificateCode, GiftView } from '../../src/certificates/certificate.ts';
import { createPdfMaker } from '../../src/certificates/documents/pdf/pdf-maker.ts';
import { workerThreads } from '../../src/platform/threads/worker-threads.ts';
import { answerAsks, startTool, type Tool } from '../world/tool-process.ts';

interface Certificates {
  view: GiftView;
  code: CertificateCode;
  count: number;
  atOnce: number;
}

export interface PdfReport {
  seconds: number;
  latenciesMs: number[];
  largestBytes: number;
}

export interface PdfAsks {
  certificates: { ask: Certificates; answer: PdfReport };
  bare: { ask: { lines: string[]; count: number; atOnce: number }; answer: PdfReport };
}

export type PdfTool = Tool<PdfAsks>;

export const startPdfs = (): PdfTool => startTool<PdfAsks>('bench/peers/pdf-process.ts');

/** The number of threads that draw certificates. */
const bareLimits = { megabytes: 256, timeoutMs: 15_000, threads: 2, maxUnderWay: 64 };

async function draw(count: number, atOnce: number, one: () => Promise<number>): Promise<PdfReport> {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  let [next, largestBytes] = [0, 0];
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      const askedAt = performance.now();
      largestBytes = Math.max(largestBytes, await one());
      latenciesMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { seconds: (performance.now() - startedAt) / 1000, latenciesMs, largestBytes };
}

if (import.meta.main) {
  const maker = createPdfMaker();
  const bare = workerThreads<string[], number>(new URL('./bare-pdf-worker.ts', import.meta.url), bareLimits);
  answerAsks<PdfAsks>({
    certificates: ({ view, code, count, atOnce }) =>
      draw(count, atOnce, async () => {
        // Dates do not survive the transfer between processes.
        const dated = { ...view, expiresAt: view.expiresAt && new Date(view.expiresAt) };
        return (await maker.make(dated, code, null, 'ru')).length;
      }),
    bare: ({ lines, count, atOnce }) => draw(count, atOnce, () => bare.run(() => lines)),
  });
}
