import { move } from 'piscina';
import { drawCertificate } from './draw-certificate.ts';
import type { PdfTask } from './drawing.ts';

/** The thread's side: draws one certificate and hands its bytes over without copying. */
export default async function drawInThread(task: PdfTask): Promise<unknown> {
  const pdf = await drawCertificate(task);
  const bytes = new Uint8Array(pdf);
  return move(bytes.buffer);
}
