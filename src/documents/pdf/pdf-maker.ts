import { Piscina } from 'piscina';
import type { CertificateCode, GiftView, Language } from '../../certificates/certificate-view.ts';
import type { PdfTask } from './drawing.ts';
import { printPicture } from './print-picture.ts';

const maxThreads = 2;
/** More requests than this are refused at once, and the caller answers "try again". */
export const maxPdfsUnderWay = 64;
const timeoutMs = 15_000;
const idleMs = 60_000;
const maxThreadMegabytes = 256;

export interface PdfMaker {
  /** The certificate as a PDF; throws if too many are waiting or the drawing takes too long. */
  make(view: GiftView, code: CertificateCode, picture: Buffer | null, language: Language): Promise<Buffer>;
  close(): Promise<void>;
}

/** Draws certificates in worker threads, so that no page waits for font subsetting. */
export function createPdfMaker(): PdfMaker {
  const pool = new Piscina<PdfTask, ArrayBuffer>({
    filename: new URL('./worker.ts', import.meta.url).href,
    // One thread stays alive: starting one takes longer than drawing ten certificates.
    minThreads: 1,
    maxThreads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: maxThreadMegabytes },
  });
  // Counted here: the pool's own `maxQueue` accepted 400 that arrived in one turn of the event loop.
  let underWay = 0;
  return {
    async make(view, code, picture, language) {
      if (underWay >= maxPdfsUnderWay) throw new Error(`${underWay} certificates are being drawn already.`);
      underWay++;
      try {
        const task: PdfTask = { view, code, picture: await printPicture(picture), language };
        return Buffer.from(await pool.run(task, { signal: AbortSignal.timeout(timeoutMs) }));
      } finally {
        underWay--;
      }
    },
    close: () => pool.destroy(),
  };
}
