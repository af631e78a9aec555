/** Why a product cannot be as it was asked for. */
import { Refusal } from '../shell/problems.ts';

export const activationNeedsPool = (): Refusal =>
  new Refusal('Only codes of a pool are activated: this product has none.');

export const partsNeedTill = (): Refusal =>
  new Refusal(
    'Certificates are used in parts only where they are redeemed here: codes that the platform makes, and those of suppliers with `supplier access SUPPLIER --redeem-own on`.',
  );

export const barcodeUnfit = (): Refusal =>
  new Refusal(
    'The numbers that the platform makes have letters and no PIN, which this barcode cannot carry: choose another by --barcode.',
  );
