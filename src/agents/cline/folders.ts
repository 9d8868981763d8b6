import { join } from 'node:path';
import type { SettingsPlaces } from '../agent-settings.ts';

type Surroundings = Pick<SettingsPlaces, 'env' | 'home'>;

/** What the user has for every project. */
export function clineFolder({ env, home }: Surroundings): string {
  return env['CLINE_DIR'] || join(home, '.cline');
}

/** What Cline keeps for itself. */
export function clineData(surroundings: Surroundings): string {
  return surroundings.env['CLINE_DATA_DIR'] || join(clineFolder(surroundings), 'data');
}

export function clineSessions(surroundings: Surroundings): string {
  return surroundings.env['CLINE_SESSION_DATA_DIR'] || join(clineData(surroundings), 'sessions');
}
