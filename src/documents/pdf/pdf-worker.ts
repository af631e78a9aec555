import { answerInThread } from '../../platform/threads/thread-messages.ts';
import { drawCertificate } from './draw-certificate.ts';
import type { PdfTask } from './drawing.ts';

/** The thread's side: draws one certificate after another. */
answerInThread<PdfTask, Uint8Array<ArrayBuffer>>(
  async (task) => new Uint8Array(await drawCertificate(task)),
  (pdf) => [pdf.buffer],
);
