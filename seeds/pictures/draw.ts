/**
 * Draws the pictures of the demo brands: `node seeds/pictures/draw.ts FONTS [SLUG…]`. FONTS is a folder in which the
 * packages of fonts.ts are installed (`npm install @expo-google-fonts/…`); they are under the Open Font License and
 * needed only for drawing. The PNGs are stored next to this file; the demo needs nothing else.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { chromium } from 'playwright-core';
import { canvas, type Design } from './design.ts';
import { designs } from './designs/all.ts';
import { fontFaces } from './fonts.ts';

const sizes = { large: 1360, medium: 680, small: 340 } as const;
const fineFromWidth = 600;
const colours = '256';

const [, , fontsFolder, ...slugs] = argv;
if (fontsFolder === undefined) throw new Error('Say in which folder the fonts were installed.');

const fonts = await fontFaces(fontsFolder);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const design of designs) {
  if (slugs.length > 0 && !slugs.includes(design.slug)) continue;
  for (const [size, width] of Object.entries(sizes)) await draw(design, size, width);
}
await browser.close();

async function draw(design: Design, size: string, width: number): Promise<void> {
  const height = (width * canvas.height) / canvas.width;
  const page = await browser.newPage({ viewport: { width, height } });
  const hideFine = width < fineFromWidth ? '.fine{display:none}' : '';
  await page.setContent(
    `<style>${fonts}body{margin:0}svg{display:block}${hideFine}</style>` +
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${canvas.width} ${canvas.height}">${design.art}</svg>`,
  );
  await page.evaluate('document.fonts.ready');
  const file = join(import.meta.dirname, `${design.slug}-${size}.png`);
  await writeFile(file, fewerColours(await page.screenshot({ type: 'png' })));
  await page.close();
}

/** A palette makes flat art several times smaller; without pngquant the picture is not reduced. */
function fewerColours(png: Buffer): Buffer {
  try {
    return execFileSync('pngquant', [colours, '--speed', '1', '-'], { input: png, maxBuffer: 1 << 24 });
  } catch {
    return png;
  }
}
