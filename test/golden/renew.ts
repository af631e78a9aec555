/** `npm run golden`: writes what leaves the platform as it is now; look at the difference before you commit it. */
import { everythingThatLeaves, keep } from './golden.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'npm run golden: writes test/golden/files again, as it leaves the platform now; look at git diff.\n',
  );
  process.exit(0);
}

const made = await everythingThatLeaves();
keep(made);
process.stdout.write(`${Object.keys(made).length} files in test/golden/files: look at git diff.\n`);
