import { InvalidArgumentError, type Command } from 'commander';
import { editAccess } from '../../acts/catalog/supplier-acts.ts';
import { listSuppliers } from '../../catalog/supplier.ts';
import type { Sql } from '../../platform/database/database.ts';
import { hashPassword, newPassword } from '../../platform/secrets/password.ts';
import { fromShell } from '../../people/access/principal.ts';
import { addTillUser, listTillUsers, removeTillUser, resetTillUser } from '../../people/tills/till-users.ts';
import { tillUserName } from '../../people/tills/till-login.ts';
import {
  basicUserName,
  mostPullHours,
  readIntegrationAccess,
  type AccessChange,
} from '../../suppliers/used-export/integration-access.ts';
import {
  exportFields,
  exportFormats,
  type ExportField,
  type ExportFormat,
} from '../../suppliers/used-export/used-item.ts';
import { onOff } from '../shell/arguments.ts';
import { networks } from '../clients/client-options.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

/** The command `supplier access`: credentials and rights of a supplier's programs and tills. */
export function registerAccess(supplier: Command): void {
  supplier
    .command('access')
    .description("A supplier's access to the integration API: check, redeem, list of sales.")
    .argument('<supplier>', 'name or id')
    .option('--new-token', 'a new bearer token, printed once; the old one becomes invalid')
    .option('--basic <user>', 'access by user and password; the password is printed once', aBasicUser)
    .option('--no-basic', 'remove the access by user and password')
    .option('--format <format>', exportFormats.join(', '), aFormat)
    .option('--fields <list>', `fields of each certificate: ${exportFields.join(',')}`, someFields)
    .option('--networks <list>', 'networks it may call from; any: all', networks)
    .option('--redeem-own <on|off>', 'whether its own codes, sold by us, are redeemed here too', onOff)
    .option(
      '--pull-hours <hours>',
      'how long sales may wait for its call, before people are told',
      somePullHours,
    )
    .option(...jsonOption)
    .action(access);
  const user = supplier.command('user').description('People at tills, who redeem at /till.');
  for (const [name, description, action] of [
    ['add', 'Add a user; prints a password for the first sign-in once.', addUser],
    ['reset', 'Set a new one-time password for a user.', resetUser],
    ['remove', 'Take a user away. What it redeemed stays redeemed.', removeUser],
  ] as const) {
    user
      .command(name)
      .description(description)
      .argument('<supplier>', 'name or id')
      .argument('<user>', 'small letters, digits, dots and dashes', aUserName)
      .option(...jsonOption)
      .action(action);
  }
  user
    .command('list')
    .description('The users of a supplier.')
    .argument('<supplier>', 'name or id')
    .option(...jsonOption)
    .action(listUsers);
}

interface AccessOptions extends OutputOptions {
  newToken?: boolean;
  basic?: string | false;
  format?: ExportFormat;
  fields?: ExportField[];
  networks?: string[];
  redeemOwn?: boolean;
  pullHours?: number;
}

async function access(asked: string, options: AccessOptions): Promise<void> {
  const password = typeof options.basic === 'string' ? newPassword() : null;
  const { shown, token } = await withWorld(async ({ db, keyring, clock, cells }) => {
    const supplierId = await supplierOf(db, asked);
    const passwordHash = password === null ? null : await hashPassword(keyring, password);
    const change = { ...changeOf(supplierId, options, passwordHash), newToken: options.newToken === true };
    const outcome = await editAccess({ db, keyring, cells }, fromShell, change, clock.now());
    if (outcome.is === 'user-taken')
      throw new Refusal(`Another supplier has this user: ${options.basic || ''}.`);
    if (outcome.is === 'parts-need-till')
      throw new Refusal(
        'Certificates of this supplier are used in parts, and only we know what is left of them: first set its products to be used whole, by `product set --no-in-parts`.',
      );
    if (outcome.is === 'parts-begun')
      throw new Refusal(
        'Certificates with codes of this supplier are partly used, and only we know what is left of them: another till would take them for the whole face. Wait until they are used up, or refund their rest.',
      );
    const read = await readIntegrationAccess(db, supplierId);
    return { shown: read, token: outcome.is === 'set' ? outcome.token : null };
  });
  if (shown === null) throw new Error('An access was set and is not there.');
  const value = {
    supplier_id: shown.supplierId,
    has_token: shown.hasToken,
    basic_user: shown.userName,
    networks: shown.allowedNetworks,
    format: shown.format,
    fields: shown.fields,
    redeem_own: shown.redeemsOwn,
    pull_hours: shown.pullHours,
    ...(token === null ? {} : { token }),
    ...(password === null ? {} : { password }),
  };
  answer(options, { access: value }, () =>
    table(
      ['SETTING', 'VALUE'],
      Object.entries(value).map(([name, of]) => [
        name,
        Array.isArray(of) ? of.join(',') || 'any' : String(of),
      ]),
    ),
  );
}

const changeOf = (supplierId: number, options: AccessOptions, passwordHash: string | null): AccessChange => ({
  supplierId,
  ...(options.basic === false ? { basic: null } : {}),
  ...(typeof options.basic === 'string' && passwordHash !== null
    ? { basic: { userName: options.basic, passwordHash } }
    : {}),
  ...(options.format === undefined ? {} : { format: options.format }),
  ...(options.fields === undefined ? {} : { fields: options.fields }),
  ...(options.networks === undefined ? {} : { allowedNetworks: options.networks }),
  ...(options.redeemOwn === undefined ? {} : { redeemsOwn: options.redeemOwn }),
  ...(options.pullHours === undefined ? {} : { pullHours: options.pullHours }),
});

async function addUser(asked: string, name: string, options: OutputOptions): Promise<void> {
  const added = await withWorld(async ({ db, keyring, clock }) => {
    const supplierId = await supplierOf(db, asked);
    return addTillUser(db, keyring, fromShell, { supplierId, name }, clock.now());
  });
  if (added.is !== 'added') throw new Refusal(`There is a user of this name already: ${name}.`);
  tellPassword(options, added);
}

async function resetUser(asked: string, name: string, options: OutputOptions): Promise<void> {
  const reset = await withWorld(async ({ db, keyring, clock }) => {
    const supplierId = await supplierOf(db, asked);
    return resetTillUser(db, keyring, fromShell, { supplierId, name }, clock.now());
  });
  if (reset.is === 'no-user') throw new Refusal(`There is no such user: ${name}.`);
  tellPassword(options, reset);
}

function tellPassword(
  options: OutputOptions,
  { login, password }: { login: string; password: string },
): void {
  answer(
    options,
    { user: { login, password } },
    () => `User ${login}, password for the first sign-in: ${password}`,
  );
}

async function removeUser(asked: string, name: string, options: OutputOptions): Promise<void> {
  const outcome = await withWorld(async ({ db, keyring, clock }) => {
    const supplierId = await supplierOf(db, asked);
    return removeTillUser(db, keyring, fromShell, { supplierId, name }, clock.now());
  });
  if (outcome === 'no-user') throw new Refusal(`There is no such user: ${name}.`);
  answer(options, { removed: name }, () => `User ${name} is removed.`);
}

async function listUsers(asked: string, options: OutputOptions): Promise<void> {
  const users = await withWorld(async (world) => listTillUsers(world, await supplierOf(world.db, asked)));
  const lines = users.map(({ name, oneTime, redeemed }) => ({ name, one_time: oneTime, redeemed }));
  answer(options, { users: lines }, () =>
    table(
      ['USER', 'FIRST PASSWORD', 'REDEEMED'],
      users.map((one) => [one.name, one.oneTime ? 'yes' : 'no', one.redeemed]),
    ),
  );
}

async function supplierOf(db: Sql, asked: string): Promise<number> {
  const suppliers = await listSuppliers(db);
  const found = suppliers.find(({ id, name }) => name === asked || String(id) === asked);
  if (found === undefined) throw new Refusal(`There is no supplier ${asked}.`);
  return found.id;
}

function aFormat(text: string): ExportFormat {
  const format = exportFormats.find((one) => one === text);
  if (format === undefined) throw new InvalidArgumentError(`It must be one of ${exportFormats.join(', ')}.`);
  return format;
}

function someFields(text: string): ExportField[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !exportFields.some((field) => field === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no field ${unknown.join(', ')}.`);
  // The code is always included.
  return exportFields.filter((field) => field === 'code' || names.includes(field));
}

function somePullHours(text: string): number {
  const hours = Number(text);
  if (!/^\d{1,3}$/.test(text) || hours < 1 || hours > mostPullHours)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostPullHours}.`);
  return hours;
}

function aBasicUser(text: string): string {
  if (!basicUserName.test(text)) {
    throw new InvalidArgumentError('One to a hundred characters, no spaces and no colon.');
  }
  return text;
}

function aUserName(text: string): string {
  if (!tillUserName.test(text)) throw new InvalidArgumentError('Small letters, digits, dots and dashes.');
  return text;
}
