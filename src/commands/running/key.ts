/** `facevalue key …`: the master key, the data keys, and sealing again by the newest. */
import type { Command } from 'commander';
import { fromCells, joinedFields, plus } from '../../platform/cells/merge.ts';
import { readSealedKeys, type SealedKey } from '../../platform/secrets/data-keys.ts';
import { countClientKeys, type ClientKeyCounts } from '../../platform/secrets/count-client-keys.ts';
import { fingerprintText, mastersOf } from '../../platform/secrets/master-key.ts';
import {
  rotateDataKey,
  rotateMasterKey,
  type DataRotation,
  type MasterRotation,
} from '../../platform/secrets/rotate-keys.ts';
import { resealAll, type Resealed } from '../../upkeep/resealing/reseal-all.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { startProgress } from '../shell/progress.ts';
import { withWorld } from '../shell/with-world.ts';

export function register(program: Command): void {
  const key = program.command('key').description('The keys that protect codes and secrets.');
  key
    .command('show')
    .description(
      'Versions, ages and fingerprints of the data keys, and which master key opens them. Never a key.',
    )
    .option(...jsonOption)
    .action(show);
  key
    .command('rotate')
    .description('A new data key, or the data keys sealed by a new master key, while the platform runs.')
    .option('--data', 'a new version of the key that seals codes and secrets, in use a minute later')
    .option('--master', 'seal the data keys by FACEVALUE_MASTER_KEY_NEXT')
    .option(...jsonOption)
    .addHelpText('after', rotateHelp)
    .action(rotate);
  key
    .command('reseal')
    .description(
      'Seal by the newest data key whatever older ones have sealed, while the platform runs. Begin it again if it breaks off.',
    )
    .option(...jsonOption)
    .action(reseal);
}

const rotateHelp = `
To rotate the master key:
  1. Give every process FACEVALUE_MASTER_KEY_NEXT (openssl rand -base64 32) beside FACEVALUE_MASTER_KEY, and restart it.
  2. facevalue key rotate --master, with the same two.
  3. Make the next key FACEVALUE_MASTER_KEY of every process, without FACEVALUE_MASTER_KEY_NEXT, and restart it.`;

async function show(options: OutputOptions): Promise<void> {
  const { keys, clients, given, now } = await withWorld(async (world) => ({
    keys: await readSealedKeys(world.db),
    clients: joinedFields(await fromCells(world, ({ db }) => countClientKeys(db)), {
      in_use: plus,
      coming: plus,
      destroyed: plus,
    }),
    given: mastersOf(world.config).map(({ fingerprint }) => fingerprintText(fingerprint)),
    now: world.trueNow(),
  }));
  const [present = '', next = null] = given;
  const stateOf = stateIn(keys, now);
  const json = keys.map((key) => ({
    purpose: key.purpose,
    version: key.version,
    created_at: key.created_at,
    used_from: key.used_from,
    state: stateOf(key),
    unused_since: key.unused_since,
    master_fingerprint: key.master_fingerprint && fingerprintText(key.master_fingerprint),
  }));
  answer(options, { keys: json, clients, master_key: present, next_master_key: next }, () =>
    [
      table(
        ['PURPOSE', 'VERSION', 'MADE', 'AGE', 'STATE', 'SEALED BY'],
        keys.map((key) => [
          key.purpose,
          key.version,
          moscowDateTime(key.created_at),
          ageOf(key.created_at, now),
          stateText(key, stateOf(key)),
          key.master_fingerprint === null ? 'unknown' : fingerprintText(key.master_fingerprint),
        ]),
      ),
      '',
      clientsText(clients),
      '',
      `FACEVALUE_MASTER_KEY       ${present}`,
      ...(next === null ? [] : [`FACEVALUE_MASTER_KEY_NEXT  ${next}`]),
    ].join('\n'),
  );
}

function clientsText({ in_use: inUse, coming, destroyed }: ClientKeyCounts): string {
  const others = [
    ...(coming > 0 ? [`${coming} come into use within a day`] : []),
    ...(destroyed > 0 ? [`${destroyed} are destroyed`] : []),
  ];
  return [`${inUse} clients have keys of their own in use`, ...others].join('; ');
}

type KeyState = 'in use' | 'coming' | 'opens older' | 'unused';

function stateText({ used_from: usedFrom, unused_since: unusedSince }: SealedKey, state: KeyState): string {
  if (state === 'coming') return `used from ${moscowDateTime(usedFrom)}`;
  return unusedSince === null ? state : `unused since ${moscowDateTime(unusedSince)}`;
}

function stateIn(keys: SealedKey[], now: Date): (key: SealedKey) => KeyState {
  const newest =
    keys.findLast(({ purpose, used_from: from }) => purpose === 'seal' && from <= now)?.version ?? 1;
  return ({ purpose, version, unused_since: unusedSince }) => {
    if (purpose !== 'seal' || version === newest) return 'in use';
    if (unusedSince !== null) return 'unused';
    return version > newest ? 'coming' : 'opens older';
  };
}

const dayMs = 86_400_000;

const ageOf = (from: Date, now: Date): string =>
  `${Math.max(0, Math.floor((now.getTime() - from.getTime()) / dayMs))} d`;

interface RotateOptions extends OutputOptions {
  data?: boolean;
  master?: boolean;
}

async function rotate(options: RotateOptions): Promise<void> {
  if (options.data === options.master) throw new Misuse('Choose --data or --master.');
  if (options.data === true) await rotateData(options);
  else await rotateMaster(options);
}

async function rotateData(options: OutputOptions): Promise<void> {
  const done = await withWorld(({ db, config, trueNow, crashPoint }) =>
    rotateDataKey(db, config, trueNow(), crashPoint),
  );
  if (done.is !== 'rotated') throw new Refusal(whyNoData(done), { why: done.is });
  const { version, usedFrom } = done;
  answer(
    options,
    { version, used_from: usedFrom },
    () =>
      `Data key ${version} is made; running processes seal with it from ${moscowDateTime(usedFrom)} Moscow. Older ones stay, to open what they sealed.`,
  );
}

function whyNoData(rotation: Exclude<DataRotation, { is: 'rotated' }>): string {
  if (rotation.is === 'no-version-left') return 'There is no number left for another data key.';
  return `Data key ${rotation.version} was made a moment ago and is used from ${moscowDateTime(rotation.usedFrom)} Moscow: nothing is changed.`;
}

async function reseal(options: OutputOptions): Promise<void> {
  const done = await withWorld(async (world) => {
    const { trueNow, crashPoint } = world;
    const progress = startProgress('values');
    const onProgress = (_table: string, count: number): void => progress.count(count);
    return resealAll(world, { now: trueNow(), onProgress, crashPoint }).finally(() => progress.stop());
  });
  if (done.is !== 'done') throw new Refusal(whyNotResealed(done), { why: done.is });
  answer(
    options,
    { version: done.version, resealed: done.count },
    () =>
      `${done.count} values were sealed again. All are sealed by data key ${done.version}; older ones are needed only for copies of the database from before.`,
  );
}

const whyNotResealed = (done: Exclude<Resealed, { is: 'done' }>): string =>
  done.is === 'too-early'
    ? `Data key ${done.version} has just come into use: repeat this after ${moscowDateTime(done.from)} Moscow, when all processes seal by it.`
    : `${done.count} values were sealed again, but ${done.left} were held by others: repeat this.`;

async function rotateMaster(options: OutputOptions): Promise<void> {
  const done = await withWorld(({ db, config, crashPoint }) => rotateMasterKey(db, config, crashPoint));
  if (!('fingerprint' in done)) throw new Refusal(whyNoMaster(done), { why: done.is });
  const fingerprint = fingerprintText(done.fingerprint);
  answer(
    options,
    { rotated: done.is === 'rotated', master_fingerprint: fingerprint },
    () =>
      `The data keys are ${done.is === 'rotated' ? 'now' : 'already'} sealed by the next master key (${fingerprint}). Now make it FACEVALUE_MASTER_KEY (or master.key in the data folder) of every process, without FACEVALUE_MASTER_KEY_NEXT, and restart them one after another. Then put it on paper: setup key-sheet, setup key-test.`,
  );
}

const whyNoMaster = ({ is }: Exclude<MasterRotation, { fingerprint: Buffer }>): string =>
  is === 'same'
    ? 'FACEVALUE_MASTER_KEY_NEXT is the same key as FACEVALUE_MASTER_KEY.'
    : 'FACEVALUE_MASTER_KEY_NEXT is not set. Make a key (openssl rand -base64 32), give it to every process and restart it, then repeat this.';
