/** Checks the settings, and whether Node is new enough. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ExaminedSettings } from '../../platform/settings/config.ts';
import type { Finding } from './finding.ts';

const neededNode = 26;
/** Anybody but the owner. */
const othersBits = 0o077;

/** What a start would refuse, all of it, and what is probably mistyped. Names only: values may be secret. */
export function checkSettings({ config, given, problems, unknown }: ExaminedSettings): Finding[] {
  return [
    ...problems.map((problem): Finding => ({ is: 'setting-wrong', problem })),
    ...(problems.length === 0 ? [{ is: 'settings-read', given: given.length } as const] : []),
    ...unknown.map((name): Finding => ({ is: 'setting-unknown', name })),
    ...config.warnings.map((warning): Finding => ({ is: 'setting-unsafe', warning })),
    ...unreadAuthorities(config.authoritiesFile),
    ...(config.production ? fileOpenToOthers(resolve('.env')) : []),
  ];
}

function unreadAuthorities(file: string): Finding[] {
  if (file === '') return [];
  try {
    void new X509Certificate(readFileSync(file));
    return [];
  } catch {
    return [{ is: 'authorities-unread', file }];
  }
}

function fileOpenToOthers(file: string): Finding[] {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined || (stats.mode & othersBits) === 0 ? [] : [{ is: 'settings-open', file }];
}

export function checkNode(node = process.versions.node): Finding[] {
  return Number.parseInt(node, 10) < neededNode
    ? [{ is: 'node-old', node, needed: neededNode }]
    : [{ is: 'node-ok', node }];
}
