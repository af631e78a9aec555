/** Draws a document on as many pages as it needs, tagged for screen readers. */
import { buffer } from 'node:stream/consumers';
import { contentWidth, newSheet, printable, sheet, type Sheet } from './sheet.ts';
import type { Paper, PaperFact, PaperTable } from './paper.ts';

const ink = { text: '#23201c', muted: '#6b645b', line: '#cfc6ba' };
const bottom = sheet.height - sheet.margin;
const factNameWidth = 130;
const cellGap = 8;
const rowGap = 4;

/** What is being drawn, and how far down. */
interface Drawing {
  doc: Sheet;
  root: PDFKit.PDFStructureElement;
  y: number;
}

export function drawPaper(paper: Paper): Promise<Buffer> {
  const doc = newSheet(printable(paper.title), 'Facevalue', paper.language);
  const finished = buffer(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const drawing: Drawing = { doc, root, y: sheet.margin };
  text(drawing, 'H1', paper.title, { size: 18, font: 'bold' });
  text(drawing, 'P', paper.subtitle, { size: 10, colour: ink.muted });
  drawing.y += 14;
  for (const fact of paper.facts) drawFact(drawing, fact);
  drawing.y += 14;
  if (paper.table !== null) drawTable(drawing, paper.table);
  for (const [index, fact] of paper.totals.entries())
    drawTotal(drawing, fact, index === paper.totals.length - 1);
  drawing.y += 14;
  for (const note of paper.notes) text(drawing, 'P', note, { size: 9.5, colour: ink.muted });
  drawSignatures(drawing, paper.signatures);
  root.end();
  doc.end();
  return finished;
}

interface TextLook {
  size: number;
  font?: 'regular' | 'bold';
  colour?: string;
}

/** A page more where this height does not fit. */
function keepTogether(drawing: Drawing, height: number): void {
  if (drawing.y + height <= bottom) return;
  drawing.doc.addPage();
  drawing.y = sheet.margin;
}

function text(
  drawing: Drawing,
  type: string,
  content: string,
  { size, font = 'regular', colour = ink.text }: TextLook,
): void {
  const { doc, root } = drawing;
  const shown = printable(content);
  if (shown === '') return;
  doc.font(font).fontSize(size);
  const height = doc.heightOfString(shown, { width: contentWidth });
  keepTogether(drawing, height);
  root.add(
    doc.struct(type, {}, () => {
      doc.font(font).fontSize(size).fillColor(colour);
      doc.text(shown, sheet.margin, drawing.y, { width: contentWidth });
    }),
  );
  drawing.y += height + rowGap;
}

function drawFact(drawing: Drawing, { name, value }: PaperFact): void {
  const { doc, root } = drawing;
  const shown = value.map(printable).filter((line) => line !== '');
  const width = contentWidth - factNameWidth;
  doc.font('regular').fontSize(10);
  const height = shown.reduce((sum, line) => sum + doc.heightOfString(line, { width }), 0);
  keepTogether(drawing, height);
  root.add(
    doc.struct('P', {}, () => {
      doc.font('regular').fontSize(10).fillColor(ink.muted);
      // What is read aloud or copied has no lines: only spaces part the words.
      doc.text(`${printable(name)} `, sheet.margin, drawing.y, { width: factNameWidth - cellGap });
      doc.fillColor(ink.text);
      doc.text(shown.join(' \n'), sheet.margin + factNameWidth, drawing.y, { width });
    }),
  );
  drawing.y += height + rowGap;
}

function drawTable(drawing: Drawing, table: PaperTable): void {
  const { doc, root } = drawing;
  const element = doc.struct('Table');
  root.add(element);
  const names = table.columns.map(({ name }) => name);
  drawRow(drawing, element, table, { cells: names, isHead: true });
  for (const cells of table.rows) {
    const height = rowHeight(doc, table, cells, 'regular');
    if (drawing.y + height > bottom) {
      keepTogether(drawing, bottom);
      drawRow(drawing, element, table, { cells: names, isHead: true });
    }
    drawRow(drawing, element, table, { cells, isHead: false });
  }
  element.end();
  drawing.y += 6;
}

const widthOf = ({ share }: PaperTable['columns'][number]): number => share * contentWidth - cellGap;

function rowHeight(doc: Sheet, { columns }: PaperTable, cells: string[], font: string): number {
  doc.font(font).fontSize(9);
  const heights = columns.map((column, index) =>
    doc.heightOfString(printable(cells[index] ?? '') || ' ', { width: widthOf(column) }),
  );
  return Math.max(...heights) + 2 * rowGap;
}

function drawRow(
  drawing: Drawing,
  element: PDFKit.PDFStructureElement,
  table: PaperTable,
  { cells, isHead }: { cells: string[]; isHead: boolean },
): void {
  const { doc } = drawing;
  const font = isHead ? 'bold' : 'regular';
  const height = rowHeight(doc, table, cells, font);
  const row = doc.struct('TR');
  element.add(row);
  let x = sheet.margin;
  for (const [index, column] of table.columns.entries()) {
    const left = x;
    row.add(
      doc.struct(isHead ? 'TH' : 'TD', {}, () => {
        doc
          .font(font)
          .fontSize(9)
          .fillColor(isHead ? ink.muted : ink.text);
        doc.text(printable(cells[index] ?? ''), left, drawing.y + rowGap, {
          width: widthOf(column),
          align: column.isSum === true ? 'right' : 'left',
        });
      }),
    );
    x += column.share * contentWidth;
  }
  row.end();
  drawing.y += height;
  rule(doc, sheet.margin, drawing.y, contentWidth);
}

function rule(doc: Sheet, x: number, y: number, width: number): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .stroke(ink.line);
  doc.endMarkedContent();
}

function drawTotal(drawing: Drawing, { name, value }: PaperFact, isLast: boolean): void {
  const { doc, root } = drawing;
  const size = isLast ? 12 : 10;
  const line = `${printable(name)}: ${value.map(printable).join(' ')}`;
  doc.font(isLast ? 'bold' : 'regular').fontSize(size);
  const height = doc.heightOfString(line, { width: contentWidth });
  keepTogether(drawing, height);
  root.add(
    doc.struct('P', {}, () => {
      doc
        .font(isLast ? 'bold' : 'regular')
        .fontSize(size)
        .fillColor(ink.text);
      doc.text(line, sheet.margin, drawing.y, { width: contentWidth, align: 'right' });
    }),
  );
  drawing.y += height + rowGap;
}

const signatureHeight = 60;

function drawSignatures(drawing: Drawing, names: string[]): void {
  if (names.length === 0) return;
  keepTogether(drawing, signatureHeight);
  const { doc, root } = drawing;
  const width = contentWidth / names.length - cellGap;
  const top = drawing.y + signatureHeight / 2;
  for (const [index, name] of names.entries()) {
    const x = sheet.margin + index * (width + cellGap);
    rule(doc, x, top, width);
    root.add(
      doc.struct('P', {}, () => {
        doc.font('regular').fontSize(9).fillColor(ink.muted);
        doc.text(printable(name), x, top + rowGap, { width });
      }),
    );
  }
  drawing.y = top + signatureHeight / 2;
}
