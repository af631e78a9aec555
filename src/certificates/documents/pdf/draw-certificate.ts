/** Draws the whole certificate: picture, validity and face, codes and barcode, terms, footer, marks. */
import { buffer } from 'node:stream/consumers';
import { termsAsLines } from '../../terms.ts';
import { drawCodePanel } from './draw-code-panel.ts';
import { drawFoot, footTop } from './draw-foot.ts';
import { drawGiver } from './draw-giver.ts';
import { drawFaceRow, drawGreeting } from './draw-head.ts';
import { finishPages } from './draw-marks.ts';
import { drawPicture, pictureHeight } from './draw-picture.ts';
import { drawTerms } from './draw-terms.ts';
import { openDrawing, type Drawing, type PdfTask } from './drawing.ts';
import { labelsOf } from './labels.ts';
import { sheet } from './sheet.ts';

const gap = 14;

export async function drawCertificate(task: PdfTask): Promise<Buffer> {
  const drawing = openDrawing(task, labelsOf(task.language, task.view.design));
  const finished = buffer(drawing.doc);
  drawPicture(drawing, task.picture);
  const belowHead = drawHead(drawing, sheet.margin + pictureHeight + gap);
  const belowCodes = drawCodePanel(drawing, belowHead + gap);
  if (drawing.view.design.blocks.below.includes('terms'))
    drawTerms(drawing, termsAsLines(drawing.view.termsHtml), {
      top: belowCodes + gap,
      bottom: sheet.height - sheet.margin,
      bottomAboveFoot: footTop - 8,
    });
  drawFoot(drawing);
  finishPages(drawing);
  drawing.doc.end();
  return finished;
}

/** The rows below the picture in the order of the design; face and validity share one. */
function drawHead(drawing: Drawing, top: number): number {
  const { head } = drawing.view.design.blocks;
  const rows = new Set(head.map((block) => (block === 'greeting' ? drawGreeting : drawFaceRow)));
  let bottom = top;
  for (const row of rows) {
    const end = row(drawing, bottom === top ? top : bottom + gap);
    if (end !== null) bottom = end;
  }
  return drawGiver(drawing, bottom + gap) ?? bottom;
}
