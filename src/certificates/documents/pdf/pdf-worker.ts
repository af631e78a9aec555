/** The thread that draws PDFs. */
import { answerInThread } from '../../../platform/threads/thread-messages.ts';
import { drawPaper } from './draw-paper.ts';
import type { PaperTask } from './paper.ts';
import { drawCertificate } from './draw-certificate.ts';
import type { PdfTask } from './drawing.ts';

/** The thread's side: draws one certificate or document after another. */
answerInThread<PdfTask | PaperTask, Uint8Array<ArrayBuffer>>(
  async (task) => new Uint8Array(await ('paper' in task ? drawPaper(task.paper) : drawCertificate(task))),
  (pdf) => [pdf.buffer],
);
