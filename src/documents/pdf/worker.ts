import { move } from 'piscina';
import { drawCertificate } from './draw-certificate.ts';
import type { PdfTask } from './drawing.ts';

/** Entry point of the thread: draws one certificate and transfers its bytes without copying. */
export default async function drawInThread(task: PdfTask): Promise<unknown> {
  const pdf = await drawCertificate(task);
  const bytes = new Uint8Array(pdf);
  return move(bytes.buffer);
}
