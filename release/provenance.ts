/**
 * How a release was made: an in-toto statement with SLSA provenance 1.0. It says what was put in and what came out, so that anybody can
 * make the same and compare. There is no build service that would vouch for it: whoever signs does.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './checksums.ts';
import type { Commit } from './commit.ts';
import { root, run } from './run.ts';

export interface Statement {
  _type: string;
  subject: { name: string; digest: { sha256: string } }[];
  predicateType: string;
  predicate: object;
}

interface Making {
  commit: Commit;
  version: string;
  platform: string;
  /** SHA-256 by file. */
  made: Record<string, string>;
  startedAt: Date;
  endedAt: Date;
}

const lockFile = 'package-lock.json';

export function provenanceOf({ commit, version, platform, made, startedAt, endedAt }: Making): Statement {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: Object.entries(made).map(([name, hash]) => ({ name, digest: { sha256: hash } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:facevalue:release:1',
        externalParameters: { command: 'npm run release', version, platform },
        internalParameters: {},
        resolvedDependencies: [
          { name: 'facevalue', digest: { gitCommit: commit.hash } },
          { name: lockFile, digest: { sha256: sha256(readFileSync(join(root, lockFile))) } },
        ],
      },
      runDetails: {
        builder: { id: 'urn:facevalue:maintainer', version: toolVersions() },
        metadata: { startedOn: startedAt.toISOString(), finishedOn: endedAt.toISOString() },
      },
    },
  };
}

const toolVersions = (): Record<string, string> => ({
  node: process.versions.node,
  npm: run('npm', ['--version']).trim(),
  tar: run('tar', ['--version']).split('\n', 1)[0] ?? '',
  gzip: run('gzip', ['--version']).split('\n', 1)[0] ?? '',
});
