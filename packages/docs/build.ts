/** Makes the documentation site: `npm run docs`; `npm run docs -- --serve` shows it while somebody writes. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { calledWith } from '../../release/script.ts';
import { compressSite } from './src/compress.ts';
import { indexSite } from './src/index-site.mjs';
import { packageFolder, siteFolder } from './src/repository.ts';
import { makeSite, serveSite } from './src/run-eleventy.mjs';

const usage = `npm run docs [-- --out FOLDER]: makes the documentation site
npm run docs -- --serve [--port PORT]: shows it while you write, at port 8090 unless said otherwise`;
const { values } = calledWith(usage, {
  out: { type: 'string' },
  serve: { type: 'boolean' },
  port: { type: 'string', default: '8090' },
});
const out = resolve(values.out ?? siteFolder);
process.chdir(packageFolder);
mkdirSync('content', { recursive: true });
const output = relative(packageFolder, out);

if (values.serve === true) {
  await serveSite(output, Number(values.port));
} else {
  rmSync(out, { recursive: true, force: true });
  await makeSite(output);
  const found = await indexSite(out);
  const { files, kilobytes } = compressSite(out);
  process.stdout.write(
    `${join(out, 'index.html')}: ${found} pages to search, ${files} files, ${kilobytes} KB\n`,
  );
}
