import type { CertificateCode, GiftView, Language } from '../../certificate.ts';
import { workerThreads } from '../../../platform/threads/worker-threads.ts';
import type { Paper, PaperTask } from './paper.ts';
import type { PdfTask } from './drawing.ts';
import { printPicture } from './print-picture.ts';

/** Further requests are refused at once, and the caller answers "try again". */
export const maxPdfsUnderWay = 64;

const limits = {
  megabytes: 256,
  timeoutMs: 15_000,
  threads: 2,
  // Starting a thread takes longer than drawing ten certificates.
  keptThreads: 1,
  maxUnderWay: maxPdfsUnderWay,
  maxWaitMs: 60_000,
};

export interface PdfMaker {
  /** The certificate as a PDF; throws if too many are waiting or the drawing takes too long. */
  make(view: GiftView, code: CertificateCode, picture: Buffer | null, language: Language): Promise<Buffer>;
  /** A business document. */
  paper(paper: Paper): Promise<Buffer>;
  /** Makes the first certificate as quick as the others. */
  warm(): void;
  close(): Promise<void>;
}

/** Draws certificates in worker threads, so that no page waits for font subsetting. */
export function createPdfMaker(): PdfMaker {
  const file = new URL('./pdf-worker.ts', import.meta.url);
  const threads = workerThreads<PdfTask | PaperTask, Uint8Array>(file, limits);
  return {
    async make(view, code, picture, language) {
      const task = async (): Promise<PdfTask> => ({
        view,
        code,
        picture: await printPicture(picture),
        language,
      });
      return Buffer.from((await threads.run(task)).buffer);
    },
    paper: async (paper) => Buffer.from((await threads.run(() => Promise.resolve({ paper }))).buffer),
    warm: () => threads.warm(),
    close: () => threads.close(),
  };
}
