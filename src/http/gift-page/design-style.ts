import { brandColour } from '../../certificates/certificate-view.ts';
import type { CertificateDesign, DesignColours } from '../../templates/design.ts';
import type { ShownGift } from './shown-gift.ts';

const hex = /^#[\da-f]{6}$/i;

/** The colours of a design as custom properties. */
function colourStyle({ colours }: Pick<CertificateDesign, 'colours'>): string {
  return `:root{${properties(colours.light)}}@media (prefers-color-scheme:dark){:root{${properties(colours.dark)}}}`;
}

/** Everything in the look that differs from gift to gift. */
export function designStyle({ view, picture }: ShownGift): string {
  const { banner } = view.design;
  const brand = brandColour(view.productTitle);
  const bannerGround = banner?.ground ?? brand.deep;
  const plain = `--banner:${bannerGround};--banner-light:${banner?.ground ?? brand.light};--banner-text:${banner?.text ?? '#ffffff'}`;
  const ground = picture?.ground ?? bannerGround;
  return `${colourStyle(view.design)}:root{${safe(`${plain};--ground:${ground}`)}}`;
}

const properties = ({ accent, onAccent, paper }: DesignColours): string =>
  safe(`--accent:${accent};--on-accent:${onAccent};--paper:${paper}`);

/** Only colours get from a template into the stylesheet. */
function safe(declarations: string): string {
  return declarations
    .split(';')
    .filter((declaration) => hex.test(declaration.slice(declaration.indexOf(':') + 1)))
    .join(';');
}
