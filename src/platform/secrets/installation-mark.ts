import type { Keyring } from './keyring.ts';

/** Header of /healthz by which an installation recognises its own answer. */
export const markHeader = 'x-facevalue-installation';

/** The same in every process of an installation, and in no other; of no use to anybody else. */
export const installationMark = (keyring: Keyring): string => keyring.token('installation');
