import type { Command } from 'commander';
import { findListedClient, listClients, type ListedClient } from '../../clients/list-clients.ts';
import { cellOfNewClient } from '../../clients/new-clients-cell.ts';
import type { KeyKind } from '../../clients/client.ts';
import { retireKey } from '../../clients/keys.ts';
import { defaultRetirementHours, rotateKey } from '../../clients/rotate-key.ts';
import { addClientWithTerms, changeTerms } from '../../acts/guarded/client-terms.ts';
import { findBalance, type Balance } from '../../ledger/balance.ts';
import { ascending, gathered } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { fromShell } from '../../people/access/principal.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { aCount, anId } from '../shell/arguments.ts';
import { balanceJson, registerMoney } from './client-money.ts';
import { clientOptions, patchOf, refusePrivate, type ClientOptions } from './client-options.ts';
import { registerLook } from './client-look.ts';
import { registerStatement } from './client-statement.ts';
import { notYet, notYetAll } from '../people/approval.ts';
import { registerInvite } from '../people/invite.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, noClient, Refusal } from '../shell/problems.ts';
import { shownAddress } from '../../platform/network/callback-address.ts';
import { withCell, withWorld } from '../shell/with-world.ts';

/** `client`: adds, changes and lists clients, their keys and money. */
export function register(program: Command): void {
  const client = program.command('client').description('Clients: their keys, settings and money.');
  clientOptions(client.command('add'))
    .description('Add a client; prints its id, signing secret and callback secret once.')
    .requiredOption('--name <name>', 'how the client is called')
    .addHelpText(
      'after',
      '\nExample:\n  facevalue client add --name "Bonus club" --callback-url https://club.example/callback',
    )
    .action(add);
  client
    .command('list')
    .description('All clients.')
    .option(...jsonOption)
    .action(list);
  client
    .command('show')
    .description('One client: settings and money.')
    .argument('<client>', 'id of the client', anId)
    .option(...jsonOption)
    .action(show);
  clientOptions(client.command('set'))
    .description('Change a client; options that are not given change nothing. Takes effect within a second.')
    .argument('<client>', 'id of the client', anId)
    .option('--name <name>', 'how the client is called')
    .option('--on', 'allow its orders')
    .option('--off', 'refuse all its requests')
    .addHelpText(
      'after',
      '\nExamples:\n  facevalue client set 11638 --delayed-mode on --credit 50000\n  facevalue client set 11638 --callback-url none\n  facevalue client set 11638 --language en',
    )
    .action(set);
  registerMoney(client);
  registerStatement(client);
  registerKeys(client);
  registerLook(client);
  registerInvite(client, 'client');
}

async function add(options: ClientOptions & { name: string }): Promise<void> {
  const client = { ...patchOf(options), name: options.name, creditKopecks: options.credit };
  const { added, waiting } = await withWorld(async (world) => {
    refusePrivate(options, world.config.privateAddresses.callbacks);
    return addClientWithTerms(await cellOfNewClient(world), fromShell, client, world.clock.now());
  });
  if (added.is !== 'added') throw refusedTerms(added);
  const json = {
    client: { id: added.id, secret: added.secret, callback_secret: added.callbackSecret },
    ...(waiting.length > 0 && {
      approvals: waiting.flatMap((one) => (one.is === 'waits' ? [one.approvalId] : [])),
    }),
  };
  answer(options, json, () =>
    [
      `Client ${added.id} is added. Keep its secrets: they are shown this once.`,
      `signing secret   ${added.secret}`,
      `callback secret  ${added.callbackSecret}`,
      ...(waiting.length > 0 ? [waitingNotice] : []),
      ...waiting.map((one) => notYet(one).message),
    ].join('\n'),
  );
}

const waitingNotice = 'Until somebody else agrees it is in test mode, and its credit is not raised.';

async function list(options: OutputOptions): Promise<void> {
  const clients = await withWorld((world) =>
    gathered(world, ({ db, clock }) => listClients(db, clock.now())),
  );
  clients.sort(ascending(({ id }) => id));
  answer(options, { clients: clients.map(clientJson) }, () =>
    table(
      ['ID', 'NAME', 'ON', 'MODES', 'AVAILABLE', 'HELD', 'CALLBACKS'],
      clients.map((client) => [
        client.id,
        client.name,
        client.switchedOn ? 'yes' : 'no',
        modesOf(client),
        roubles(client.availableKopecks),
        roubles(client.heldKopecks),
        client.callbackUrl === null ? '' : client.callbackFormat,
      ]),
    ),
  );
}

async function show(clientId: number, options: OutputOptions): Promise<void> {
  const found = await withCell(clientId, ({ db, clock }) => findClient(db, clientId, clock.now()));
  answer(options, { client: { ...clientJson(found.client), ...balanceJson(found.balance) } }, () =>
    describeClient(found),
  );
}

interface FoundClient {
  client: ListedClient;
  balance: Balance;
}

async function findClient(db: Sql, clientId: number, now: Date): Promise<FoundClient> {
  const client = await findListedClient(db, clientId, now);
  const balance = await findBalance(db, clientId);
  if (client === null || balance === null) throw noClient(clientId);
  return { client, balance };
}

function describeClient({ client, balance }: FoundClient): string {
  const facts: [string, string | number][] = [
    ['Client', `${client.id} ${client.name}`],
    ['Registered', `${moscowDateTime(client.registeredAt)} Moscow`],
    ['On', client.switchedOn ? 'yes' : 'no'],
    ['Modes', modesOf(client)],
    [
      'Callbacks',
      client.callbackUrl === null
        ? 'none'
        : `${client.callbackFormat} to ${shownAddress(client.callbackUrl)}`,
    ],
    ['Discount', `${client.discountBasisPoints / 100} %`],
    ['Prices', client.pricesInKopecks ? 'with kopecks' : 'whole roubles'],
    ['Networks', client.allowedNetworks.join(', ') || 'any'],
    ['Contact', client.contactMail ?? 'none'],
    ['Recipients kept', `${client.keepRecipientsMonths} months after the end`],
    ['Language', client.language ?? 'of each product'],
    ['Requests', requestRules(client)],
    ['Live keys', client.liveKeys],
    ['Balance', roubles(balance.fundsKopecks)],
    ['Credit line', roubles(balance.creditKopecks)],
    ['Held', roubles(balance.heldKopecks)],
    ['Available', roubles(balance.fundsKopecks + balance.creditKopecks)],
  ];
  return facts.map(([name, value]) => `${name.padEnd(12)}${value}`).join('\n');
}

const modesOf = (client: ListedClient): string =>
  [client.testMode ? 'test' : '', client.delayedMode ? 'delayed' : ''].filter(Boolean).join(', ');

const requestRules = (client: ListedClient): string =>
  [client.uuidRequired ? 'uuid required' : '', client.postOnly ? 'POST only' : '']
    .filter(Boolean)
    .join(', ') || 'any form';

function clientJson(client: ListedClient): object {
  return {
    id: client.id,
    name: client.name,
    registered_at: client.registeredAt,
    switched_on: client.switchedOn,
    test_mode: client.testMode,
    delayed_mode: client.delayedMode,
    callback_url: client.callbackUrl === null ? null : shownAddress(client.callbackUrl),
    callback_format: client.callbackFormat,
    discount_percent: client.discountBasisPoints / 100,
    allowed_networks: client.allowedNetworks,
    contact_mail: client.contactMail,
    keep_recipients_months: client.keepRecipientsMonths,
    language: client.language,
    prices_in_kopecks: client.pricesInKopecks,
    uuid_required: client.uuidRequired,
    post_only: client.postOnly,
    live_keys: client.liveKeys,
    available: client.availableKopecks / 100,
    held: client.heldKopecks / 100,
  };
}

interface SetOptions extends ClientOptions {
  name?: string;
  on?: boolean;
  off?: boolean;
}

async function set(clientId: number, options: SetOptions): Promise<void> {
  if (options.on === true && options.off === true) throw new Misuse('Choose --on or --off.');
  const { credit } = options;
  const patch = {
    ...patchOf(options),
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.on === true ? { switchedOn: true } : {}),
    ...(options.off === true ? { switchedOn: false } : {}),
  };
  if (Object.keys(patch).length === 0 && credit === undefined) {
    throw new Misuse('Nothing to change: name an option, see --help.');
  }
  const found = await withCell(clientId, async ({ db, keyring, clock, config }) => {
    refusePrivate(options, config.privateAddresses.callbacks);
    const terms = { ...patch, ...(credit === undefined ? {} : { creditKopecks: credit }) };
    const ask = { clientId, terms };
    const { changed, waiting } = await changeTerms({ db, keyring }, fromShell, ask, clock.now());
    if (changed.is === 'wrong') throw refusedTerms(changed);
    if (changed.is === 'missing') throw noClient(clientId);
    if (waiting.length > 0) throw notYetAll(waiting, changed.is === 'changed');
    return findClient(db, clientId, clock.now());
  });
  answer(options, { client: { ...clientJson(found.client), ...balanceJson(found.balance) } }, () =>
    describeClient(found),
  );
}

const refusedTerms = (refused: { is: 'forbidden' } | { is: 'wrong'; field: string }): Refusal =>
  new Refusal(refused.is === 'wrong' ? `The ${refused.field} is not possible` : 'This is not allowed');

function registerKeys(client: Command): void {
  const key = client.command('key').description('Signing keys.');
  key
    .command('rotate')
    .description('Give the client a new signing secret; older ones stay valid for some hours.')
    .argument('<client>', 'id of the client', anId)
    .option(
      '--retire-after <hours>',
      'how long older keys are still accepted',
      aCount,
      defaultRetirementHours,
    )
    .option('--test', 'a test key: every order placed with it is a test order')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExamples:\n  facevalue client key rotate 11638 --retire-after 0\n  facevalue client key rotate 11638 --test',
    )
    .action(rotate);
  key
    .command('retire')
    .description('End a key at once: a test key, or a signing key that has been replaced.')
    .argument('<client>', 'id of the client', anId)
    .argument('<version>', 'number of the key', anId)
    .option('--test', 'a test key')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue client key retire 11638 1 --test')
    .action(retire);
}

async function retire(
  clientId: number,
  version: number,
  options: OutputOptions & { test?: boolean },
): Promise<void> {
  const ask = { clientId, version, kind: kindOf(options) };
  const retired = await withCell(clientId, ({ db, keyring, clock }) =>
    retireKey(db, keyring, fromShell, ask, clock.now()),
  );
  if (retired.is !== 'retired')
    throw new Refusal(`Client ${clientId} has no ${ask.kind} key ${version} that can be ended.`);
  answer(options, { client: { id: clientId, retired_key: version } }, () => `Key ${version} is ended.`);
}

const kindOf = ({ test }: { test?: boolean }): KeyKind => (test === true ? 'test' : 'live');

async function rotate(
  clientId: number,
  options: OutputOptions & { retireAfter: number; test?: boolean },
): Promise<void> {
  const ask = { clientId, kind: kindOf(options), retireAfterHours: options.retireAfter };
  const rotated = await withCell(clientId, ({ db, keyring, clock }) =>
    rotateKey(db, keyring, fromShell, ask, clock.now()),
  );
  if (rotated.is !== 'rotated') throw noClient(clientId);
  const { version, secret, oldKeysRetireAt } = rotated;
  answer(
    options,
    { client: { id: clientId, key_version: version, secret, old_keys_retire_at: oldKeysRetireAt } },
    () =>
      [
        `Client ${clientId} has a new ${ask.kind === 'test' ? 'test' : 'signing'} secret, shown this once; older ones end ${moscowDateTime(oldKeysRetireAt)} Moscow.`,
        `${ask.kind === 'test' ? 'test' : 'signing'} secret   ${secret}`,
      ].join('\n'),
  );
}
