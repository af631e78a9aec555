/** `npm run golden`: writes what leaves the platform as it is now, and the list of tables; look at the difference before you commit it. */
import { calledWith, Refusal } from '../../release/script.ts';
import { renewTablesPage, tablesPage } from '../docs/tables-page.ts';
import { hasPoppler } from '../support/read-pdf.ts';
import { everythingThatLeaves, keep } from './golden.ts';

calledWith(
  `npm run golden: writes test/golden/files and ${tablesPage} again, as they are now; look at git diff`,
  {},
);
if (!hasPoppler())
  throw new Refusal('PDFs are among what leaves the platform: install poppler-utils, which reads them.');

const made = await everythingThatLeaves();
keep(made);
await renewTablesPage();
process.stdout.write(
  `${Object.keys(made).length} files in test/golden/files, and ${tablesPage}: look at git diff.\n`,
);
