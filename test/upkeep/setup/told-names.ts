import assert from 'node:assert/strict';
import { findingState, type Finding, type FindingName } from '../../../src/upkeep/setup/finding.ts';
import { findingText } from '../../../src/upkeep/setup/labels.ts';

/** Another line says what to do. */
const leadsElsewhere = new Set<FindingName>(['not-checked']);

/** The names of findings, each of which says in both languages what to do if something is wrong. */
export function toldNames(findings: Finding[]): FindingName[] {
  for (const finding of findings) {
    if (findingState(finding) === 'ok') continue;
    for (const language of ['ru', 'en'] as const) {
      const { says, todo } = findingText(finding, language);
      assert.ok(
        says !== '' && (todo !== undefined || leadsElsewhere.has(finding.is)),
        `${finding.is} ${language}`,
      );
    }
  }
  return findings.map(({ is }) => is);
}
