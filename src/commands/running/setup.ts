/** `setup`: the first start of an installation, and its checks at any time. */
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { InvalidArgumentError, type Command } from 'commander';
import { fromShell } from '../../people/access/principal.ts';
import { makeSetupLink, setupLinkMinutes } from '../../people/first-operator/setup-link.ts';
import { createHttpClient } from '../../platform/network/http-client.ts';
import { inLanguage, type Language } from '../../platform/text/language.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { checkNames, isCheckName, type CheckName, type CheckResult } from '../../upkeep/setup/finding.ts';
import { keepChecks } from '../../upkeep/setup/kept-checks.ts';
import { confirmKeyBackup } from '../../upkeep/setup/key-backup.ts';
import { keySheet } from '../../upkeep/setup/key-sheet.ts';
import { setupCheckLabels, findingText } from '../../upkeep/setup/labels.ts';
import { runChecks } from '../../upkeep/setup/run-checks.ts';
import { processesRun } from '../../upkeep/setup/running-processes.ts';
import { aLanguage, anEmail } from '../people/invite.ts';
import { answer, jsonOption, say, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld, type CommandWorld } from '../shell/with-world.ts';

interface SetupOptions extends OutputOptions {
  /** Absent: the operator's, or the shell's. */
  language?: Language;
  email?: string;
}

const languageOption = [
  '--language <language>',
  'ru or en (default: FACEVALUE_OPERATOR_LANGUAGE, or the shell’s LC_ALL, LC_MESSAGES, LANG)',
  aLanguage,
] as const;

export function register(program: Command): void {
  const setup = program
    .command('setup')
    .description('Begin an installation: tables, checks, and a link for the first operator.')
    .option('--email <address>', 'only for this address', anEmail)
    .option(...languageOption)
    .option(...jsonOption)
    .addHelpText('after', setupHelp)
    .action(begin);
  setup
    .command('check')
    .description('Check database, key, mail, SMS, address, clock and disk, and say what to do.')
    .argument('[check]', `one of ${checkNames.join(', ')}; without it all`, aCheck)
    .option(...languageOption)
    .option(...jsonOption)
    .action((name: CheckName | undefined, _own: object, command: Command) =>
      check(name, command.optsWithGlobals()),
    );
  setup
    .command('key-sheet')
    .description('Write a page with the master key, to be printed and kept in a safe.')
    .argument('<file>', 'for example key.html; delete it after printing')
    .option(...languageOption)
    .option(...jsonOption)
    .action((file: string, _own: object, command: Command) => writeSheet(file, command.optsWithGlobals()));
  setup
    .command('key-test')
    .description('Read the master key from standard input, as typed from its sheet, and compare it.')
    .option(...jsonOption)
    .action((_own: object, command: Command) => testKey(command.optsWithGlobals()));
}

const setupHelp = `
Run it as often as you like: each link ends the one before, is good once and for ${setupLinkMinutes} minutes, and none is made once
there is an operator. The link is a secret: whoever opens it runs the platform.

Example:
  facevalue setup --email anna@gifts.example --language en`;

const sentences = {
  ru: {
    done: (page: string) => `Оператор уже есть. Что дальше: ${page}`,
    link: (address: string, until: string, runs: boolean) =>
      `${runs ? 'Откройте' : 'Запустите платформу (facevalue serve, facevalue work) и откройте'} ссылку до ${until} по Москве: кто её откроет, станет первым оператором.\n${address}`,
  },
  en: {
    done: (page: string) => `There is an operator. The way on: ${page}`,
    link: (address: string, until: string, runs: boolean) =>
      `${runs ? 'Open' : 'Start the platform (facevalue serve, facevalue work), then open'} this link until ${until} (Moscow): whoever opens it becomes the first operator.\n${address}`,
  },
} as const;

async function begin(options: SetupOptions): Promise<void> {
  const { email = null } = options;
  const begun = await withWorld(
    async (world) => {
      const { db, keyring, clock, config } = world;
      const { language = config.commandLanguage } = options;
      const results = await checkAll(world, checkNames);
      await keepChecks(db, results, clock.now());
      // A page without a language follows the visitor's browser, which knows more of them than this shell.
      const ofPages = options.language ?? config.operatorLanguage;
      const ask = { email: email ?? (config.setupMail || null), language: ofPages };
      const made = await makeSetupLink(db, keyring, fromShell, ask, clock.now());
      if (made.is === 'bad-email') throw new Refusal('FACEVALUE_SETUP_EMAIL is no e-mail address.');
      const page = inLanguage(`${config.baseUrl}/setup`, ofPages);
      const link =
        made.is === 'made'
          ? { address: `${page}#${made.token}`, expires_at: moscowDateTime(made.expiresAt) }
          : null;
      return { results, link, runs: await processesRun(db), language, baseUrl: config.baseUrl };
    },
    { begins: true },
  );
  const { results, link, runs, language, baseUrl } = begun;
  if (results.some(({ state }) => state === 'wrong')) process.exitCode = 1;
  answer(options, { checks: results.map((result) => checkJson(result, language)), link }, () =>
    [
      checksText(results, language),
      '',
      link === null
        ? sentences[language].done(`${baseUrl}/o/start`)
        : sentences[language].link(link.address, link.expires_at, runs),
    ].join('\n'),
  );
}

async function check(name: CheckName | undefined, options: SetupOptions): Promise<void> {
  const { results, language } = await withWorld(async (world) => ({
    results: await checkAll(world, name === undefined ? checkNames : [name]),
    language: options.language ?? world.config.commandLanguage,
  }));
  if (results.some(({ state }) => state === 'wrong')) process.exitCode = 1;
  answer(options, { checks: results.map((result) => checkJson(result, language)) }, () =>
    checksText(results, language),
  );
}

async function checkAll(world: CommandWorld, names: readonly CheckName[]): Promise<CheckResult[]> {
  const http = createHttpClient({ allowPrivateAddresses: world.config.privateAddresses });
  try {
    return await runChecks({ ...world, http }, names);
  } finally {
    await http.close();
  }
}

const checkJson = ({ name, state, findings }: CheckResult, language: Language): object => ({
  name,
  state,
  findings: findings.map((finding) => ({ ...finding, ...findingText(finding, language) })),
});

const checksText = (results: readonly CheckResult[], language: Language): string =>
  results.flatMap((result) => checkText(result, language)).join('\n');

function checkText({ name, state, findings }: CheckResult, language: Language): string[] {
  const labels = setupCheckLabels[language];
  return [
    `${labels.checks[name]}: ${labels.states[state]}`,
    ...findings.flatMap((finding) => {
      const { says, todo } = findingText(finding, language);
      return [`    ${says}`, ...(todo === undefined ? [] : [`    → ${todo}`])];
    }),
  ];
}

async function writeSheet(file: string, options: SetupOptions): Promise<void> {
  const sheet = await withWorld(({ config, trueNow }) =>
    Promise.resolve(
      keySheet(config.masterKey, {
        language: options.language ?? config.commandLanguage,
        address: config.baseUrl,
        at: moscowDateTime(trueNow()),
      }),
    ),
  );
  try {
    // The file is readable by its owner alone, and an existing file is not overwritten.
    await writeFile(file, sheet, { mode: 0o600, flag: 'wx' });
  } catch (problem) {
    throw new Refusal(`The sheet can't be written: ${problem instanceof Error ? problem.message : file}.`);
  }
  answer(
    options,
    { written: file },
    () =>
      `${file} holds the master key. Print it, delete the file, then type the key from paper: facevalue setup key-test`,
  );
}

async function testKey(options: SetupOptions): Promise<void> {
  const { is } = await withWorld(async ({ db, keyring, config, clock }) => {
    if (process.stdin.isTTY) say('Type the key from the sheet, then Enter and Ctrl+D:');
    const typed = await text(process.stdin);
    return confirmKeyBackup(db, keyring, fromShell, { typed, config }, clock.now());
  });
  if (is !== 'confirmed')
    throw new Refusal('This is not the master key: compare the two check letters of each line.', { is });
  answer(options, { confirmed: true }, () => 'This is the master key: its copy on paper is right.');
}

function aCheck(name: string): CheckName {
  if (!isCheckName(name)) throw new InvalidArgumentError(`It must be one of ${checkNames.join(', ')}.`);
  return name;
}
