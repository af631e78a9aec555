import { Piscina } from 'piscina';
import type { CertificateCode, GiftView, Language } from '../certificate-view.ts';
import type { PdfTask } from './draw-certificate.ts';

const maxThreads = 2;
/** More waiting than this is refused at once: the caller answers "try again", nothing piles up. */
const maxWaiting = 64;
const timeoutMs = 15_000;
const idleMs = 60_000;
const maxThreadMegabytes = 256;

export interface PdfMaker {
  /** The certificate as a PDF; throws when too many are waiting or the drawing takes too long. */
  make(view: GiftView, code: CertificateCode, picture: Buffer | null, language: Language): Promise<Buffer>;
  close(): Promise<void>;
}

/** Draws certificates in threads of their own, so that no page waits for a font to be subset. */
export function createPdfMaker(): PdfMaker {
  const pool = new Piscina<PdfTask, ArrayBuffer>({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    maxQueue: maxWaiting,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: maxThreadMegabytes },
  });
  return {
    async make(view, code, picture, language) {
      const task: PdfTask = { view, code, picture, language };
      return Buffer.from(await pool.run(task, { signal: AbortSignal.timeout(timeoutMs) }));
    },
    close: () => pool.destroy(),
  };
}
