import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PDFs are read by poppler, which shares no code with the library that writes them. */
type Tool = 'pdftotext' | 'pdftoppm' | 'pdfinfo' | 'pdfimages';

const maxOutputBytes = 50_000_000;

export const needsPoppler = {
  skip: hasPoppler() ? false : 'pdftotext and pdftoppm (poppler-utils) are not installed',
};

export function hasPoppler(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function poppler(tool: Tool, pdf: Buffer, ...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const file = join(folder, 'certificate.pdf');
  try {
    writeFileSync(file, pdf);
    const output = tool === 'pdftotext' ? ['-'] : [];
    return execFileSync(tool, [...options, file, ...output], { maxBuffer: maxOutputBytes });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const textOf = (pdf: Buffer): string =>
  poppler('pdftotext', pdf, '-layout').toString().replaceAll('\u00a0', ' ');

export const pagesOf = (pdf: Buffer): number =>
  Number(/Pages:\s+(\d+)/.exec(poppler('pdfinfo', pdf).toString())?.[1]);

/** Structure and text in the order of a screen reader. */
export const structureOf = (pdf: Buffer): string =>
  poppler('pdfinfo', pdf, '-struct-text').toString().replaceAll('\u00a0', ' ');

/** Words that are printed over words of another line: more than half of a line's height is shared. */
export function overprinted(pdf: Buffer): string[] {
  const found: string[] = [];
  const pages = poppler('pdftotext', pdf, '-bbox').toString().split('<page ').slice(1);
  for (const page of pages) {
    const words = [...page.matchAll(wordBox)].map(([, left, top, right, bottom, text]) => ({
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
      text: text ?? '',
    }));
    words.forEach((one, index) => {
      for (const other of words.slice(index + 1)) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        const least = Math.min(one.bottom - one.top, other.bottom - other.top);
        if (wide > 1 && high > least / 2) found.push(`${one.text} / ${other.text}`);
      }
    });
  }
  return found;
}

const wordBox = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g;
