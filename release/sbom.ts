/** What an archive contains, as CycloneDX: by npm itself, of the packages that are installed in it. */
import { sha256 } from './checksums.ts';
import type { Commit } from './commit.ts';
import { run } from './run.ts';

export interface BillOfMaterials {
  specVersion: string;
  serialNumber: string;
  metadata: { timestamp: string; lifecycles: unknown; component: { type: string; name: string } };
  components: { name: string; version: string; purl: string }[];
}

/** Of a folder without packages for development. Of the same commit and packages the same text. */
export function billOfMaterials(folder: string, commit: Commit, options: string[] = []): BillOfMaterials {
  const command = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', ...options];
  const bill = JSON.parse(run('npm', command, folder)) as BillOfMaterials;
  // npm takes the name of the folder.
  bill.metadata.component.name = 'facevalue';
  bill.metadata.timestamp = commit.at.toISOString();
  const packages = bill.components.map(({ purl }) => purl).join('\n');
  bill.serialNumber = `urn:uuid:${uuidFrom(sha256(`${commit.hash}\n${packages}`))}`;
  return bill;
}

/** The form of a uuid that is made of a hash (RFC 9562, version 8). */
const uuidFrom = (hash: string): string =>
  [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
