"""The PC side of Eight Off: packs of proved deals, the serial link, and the records."""
