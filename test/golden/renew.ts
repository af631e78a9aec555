/** `npm run golden`: writes what leaves the platform as it is now; look at the difference before you commit it. */
import { everythingThatLeaves, keep } from './golden.ts';

const made = await everythingThatLeaves();
keep(made);
process.stdout.write(`${Object.keys(made).length} files in test/golden/files: look at git diff.\n`);
