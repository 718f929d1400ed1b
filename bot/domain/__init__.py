"""People, drafts, deliveries as known, limits and days of the business."""
